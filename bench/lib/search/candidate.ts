/** Hits of one response, as many as the search dialog requests. */
export const hitsPerResponse = 20;

export interface CandidateResponse {
  /** JSON, ready to send. */
  readonly text: string;
  /** URLs of the hits with their anchors, best first. */
  readonly urls: readonly string[];
}

/** A loaded search engine. */
export type Candidate = (query: string) => CandidateResponse;

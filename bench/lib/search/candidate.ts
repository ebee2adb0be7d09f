/** Hits of one answer, as many as the search dialog asks for. */
export const hitsPerAnswer = 20;

export interface Answer {
  /** JSON, ready to be sent. */
  readonly text: string;
  /** Addresses of the hits with their anchors, the best one first. */
  readonly urls: readonly string[];
}

/** A loaded search: answers what a reader typed. */
export type Candidate = (query: string) => Answer;

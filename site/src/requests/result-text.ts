import type { ApiResponse, Failure, Outcome } from '@site/src/requests/outcome';

/** True for a successful response. Some errors return HTTP 200. */
export function hasSucceeded({ status, json }: ApiResponse): boolean {
  const denied =
    typeof json === 'object' && json !== null && 'success' in json && json.success === false;
  return status >= 200 && status < 300 && !denied;
}

/** `200 OK`; HTTP/2 has no reason phrases. */
function statusText({ status, statusText }: ApiResponse): string {
  return [String(status), statusText].filter(Boolean).join(' ');
}

/** `512 bytes`, `1.2 kB`, `3.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return bytes < 1_000_000
    ? `${(bytes / 1000).toFixed(1)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Result of a request in one line, for lists of requests. */
export interface RequestResult {
  /** `200 OK`, or the title of a failure. */
  readonly result: string;
  readonly succeeded: boolean;
  readonly milliseconds: number | undefined;
}

export function resultOf(outcome: ApiResponse | Failure): RequestResult {
  return outcome.kind === 'response'
    ? {
        result: statusText(outcome),
        succeeded: hasSucceeded(outcome),
        milliseconds: outcome.milliseconds,
      }
    : { result: outcome.title, succeeded: false, milliseconds: undefined };
}

/** Maximum characters of an error in the status line. */
const longestError = 300;

/** The field `error` of an error response. */
function errorText({ json }: ApiResponse): string {
  if (typeof json !== 'object' || json === null || !('error' in json)) return '';
  return typeof json.error === 'string' ? json.error.slice(0, longestError) : '';
}

/** What there is to say about an outcome in one line. Empty where an outcome has no such part. */
export interface OutcomeParts {
  /** `404 Not Found` */
  readonly status: string;
  readonly sentence: string;
  /** Time and size. */
  readonly figures: readonly string[];
}

export function outcomeParts(outcome: Outcome): OutcomeParts {
  switch (outcome.kind) {
    case 'response': {
      const { milliseconds, bytes } = outcome;
      return {
        status: statusText(outcome),
        sentence: hasSucceeded(outcome) ? '' : errorText(outcome),
        figures: [`${milliseconds} ms`, sizeText(bytes)],
      };
    }
    case 'failure':
      return { status: '', sentence: outcome.title, figures: [] };
    case 'canceled':
      return {
        status: '',
        sentence: 'Canceled. The server may still have received the request.',
        figures: [],
      };
  }
}

/** Status line of an outcome as text. */
export function outcomeText(outcome: Outcome): string {
  const { status, sentence, figures } = outcomeParts(outcome);
  const result = [status, sentence].filter(Boolean).join(': ');
  return [result, ...figures].join(' · ');
}

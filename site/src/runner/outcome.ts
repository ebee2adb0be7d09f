import type { JsonValue } from '@anedya-docs/openapi-model';

/** What came back from the platform, whether it worked or not. */
export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly statusText: string;
  /** Lower-case names, sorted. */
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
  /** The text as JSON; nothing when it is not JSON. */
  readonly json: JsonValue | undefined;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** Why no answer came, told so that the reader can act. */
export interface Failure {
  readonly kind: 'failure';
  /** A code of this page or of the proxy. */
  readonly code: string;
  readonly title: string;
  readonly message: string;
  readonly hint: string;
}

/** The reader took the call back. */
export interface Cancelled {
  readonly kind: 'cancelled';
}

export type Outcome = Answer | Failure | Cancelled;

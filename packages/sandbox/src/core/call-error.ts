/**
 * The error of a call that the platform rejects. `reason` is a documented reason code of the Platform API, or an error code
 * of this sandbox; the Device API returns `code` instead.
 */
export class CallError extends Error {
  override readonly name = 'CallError';

  constructor(
    /** HTTP status. The references state 200 alone, so the others are this sandbox's choice. */
    readonly status: number,
    /** `node::nodenotfound` */
    readonly reason: string,
    /** Text for humans: what was wrong and what to do. */
    message: string,
    /** Numeric code of the Device API where one is documented (`4020`, `4040`); otherwise a number that is not zero. */
    readonly code = 1,
  ) {
    super(message);
  }
}

import { faultStatus, type FaultCode } from './fault-codes.ts';

export interface FaultText {
  /** What was wrong. Never a query, a credential or a body. */
  readonly message: string;
  /** What the reader can do. */
  readonly hint: string;
  /** Whole seconds after which another call may go through. */
  readonly retryAfter?: number;
}

/** A call that the proxy refuses or that failed on the way. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';
  readonly hint: string;
  readonly retryAfter: number | undefined;

  constructor(
    readonly code: FaultCode,
    { message, hint, retryAfter }: FaultText,
  ) {
    super(message);
    this.hint = hint;
    this.retryAfter = retryAfter;
  }

  get status(): number {
    return faultStatus[this.code];
  }

  /** Body of the answer. */
  get body() {
    return { error: this.code, message: this.message, hint: this.hint };
  }
}

import { limits } from './limits.ts';

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

/** An error that may pass by itself, and the seconds after which to try again. */
export class RetryLater extends CallError {
  constructor(
    status: number,
    reason: string,
    message: string,
    readonly seconds: number,
  ) {
    super(status, reason, message);
  }
}

/** Code that a driver or the system gives an error; an empty text when there is none. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Seconds that a database takes to come back, at a guess. */
const soon = 5;

/**
 * PostgreSQL's classes 08 (connection) and 57P (shutdown, crash, start), its number for too many connections, and what the
 * system says of a connection.
 */
const away =
  /^(?:08...|57P0.|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Texts of `pg`, which has no codes for them. */
const awayTexts =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** PostgreSQL's number; SQLite's names, also for a file that may not grow. */
const full = /^(?:53100|SQLITE_FULL|SQLITE_IOERR(?:_WRITE|_FSYNC|_TRUNCATE|_SHMSIZE|_SHMOPEN)?)$/;

/** SQLite's names for a file that another program has locked (https://www.sqlite.org/rescode.html#busy). */
const busy = /^SQLITE_(?:BUSY|LOCKED)/;

function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  return away.test(codeOf(error)) || (error instanceof Error && awayTexts.test(error.message));
}

/**
 * The error for a store that fails for no reason in the request: the database is away, locked or full. Nothing for any
 * other error.
 */
export function storeFailure(error: unknown): RetryLater | undefined {
  if (isAway(error)) {
    const text = 'The database of this sandbox does not respond. Try again in a few seconds.';
    return new RetryLater(503, 'sandbox::storeaway', text, soon);
  }
  if (busy.test(codeOf(error))) {
    const text =
      'Another program has locked the database of this sandbox. Nothing was written; try again in a second.';
    return new RetryLater(503, 'sandbox::storebusy', text, 1);
  }
  if (full.test(codeOf(error))) {
    const text = 'This sandbox has no disk space left. Nothing was written; try again later.';
    return new RetryLater(507, 'sandbox::diskfull', text, 60);
  }
  return undefined;
}

/** Whether the store rejected a row because another one has its key: SQLite's name, PostgreSQL's number (23505). */
export function isUniqueViolation(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  );
}

/**
 * The rejection of a read whose response would have more than `limits.reads.responseBytes`.
 * @param advice sentence that says how to read less
 */
export function responseTooLarge(advice: string): CallError {
  const text = `The response would have more than ${limits.reads.responseBytes} bytes, the most that this sandbox sends. ${advice}`;
  return new CallError(413, 'sandbox::responsetoolarge', text);
}

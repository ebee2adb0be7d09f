/**
 * The error of a rejected request. `reason` is a documented reason code of the Platform API or an error code of this
 * sandbox; the Device API returns `code` instead.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  constructor(
    /** HTTP status. The references confirm 200 only; other statuses are this sandbox's choice. */
    readonly status: number,
    /** `node::nodenotfound` */
    readonly reason: string,
    /** Message for people: what is wrong, and what to do. */
    message: string,
    /**
     * Numeric code of the Device API where one is documented (`4020`, `4040`); otherwise another number that is not zero.
     */
    readonly code = 1,
  ) {
    super(message);
  }
}

/** A temporary error, with the seconds after which to try again. */
export class RetryLater extends RequestError {
  constructor(
    status: number,
    reason: string,
    message: string,
    readonly seconds: number,
  ) {
    super(status, reason, message);
  }
}

/** Creates the error for a request whose values the sandbox cannot accept. */
export function malformed(message: string): RequestError {
  return new RequestError(400, 'generic::malformedrequest', message);
}

/** Creates the error for a credential that is unknown or no longer valid. */
export function unknownCredential(message: string): RequestError {
  return new RequestError(401, 'auth::tokennotfound', message);
}

/** Creates the error for a principal that may not do this. */
export function denied(message: string): RequestError {
  return new RequestError(403, 'auth::accessdenied', message);
}

/** Creates the error for a project that was deleted after its credential was checked. */
export function projectEnded(): RequestError {
  return unknownCredential('The project no longer exists. Create a new one.');
}

/** Returns the code of a driver or system error; an empty string if it has none. */
export function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Estimated seconds until a database is available again. */
const soon = 5;

/**
 * PostgreSQL's classes 08 (connection) and 57P (shutdown, crash, startup), its code for too many connections, and the
 * system's connection errors.
 */
const away =
  /^(?:08...|57P0.|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Messages of `pg` without a code. */
const awayTexts =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** PostgreSQL's code and SQLite's names, including a file that cannot grow. */
const full = /^(?:53100|SQLITE_FULL|SQLITE_IOERR(?:_WRITE|_FSYNC|_TRUNCATE|_SHMSIZE|_SHMOPEN)?)$/;

/** SQLite's names for a file that another program has locked (https://www.sqlite.org/rescode.html#busy). */
const busy = /^SQLITE_(?:BUSY|LOCKED)/;

function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  return away.test(codeOf(error)) || (error instanceof Error && awayTexts.test(error.message));
}

/**
 * Returns the error for a store that fails for a reason outside of the request: the database is unavailable, locked or full.
 * Returns nothing for other errors.
 */
export function storeFailure(error: unknown): RetryLater | undefined {
  if (isAway(error)) {
    const text = 'The database of this sandbox does not respond. Try again in a few seconds.';
    return new RetryLater(503, 'sandbox::storeaway', text, soon);
  }
  if (error instanceof Error && error.name === 'StoreUnavailableError') {
    const text =
      'The database of this sandbox is damaged. Nothing was written; its operator must restore it.';
    return new RetryLater(503, 'sandbox::storelost', text, 60);
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

/** Whether a row was rejected because its key exists: SQLite's name, PostgreSQL's code (23505). */
export function isUniqueViolation(error: unknown): boolean {
  return /^(?:23505|SQLITE_CONSTRAINT_(?:UNIQUE|PRIMARYKEY))$/.test(codeOf(error));
}

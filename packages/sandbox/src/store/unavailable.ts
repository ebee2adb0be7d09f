/**
 * A store that cannot be opened or used. The message tells operators what is wrong with which file or server, and what to
 * do. It contains no secret.
 */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/**
 * A store that cannot be opened, or may not be used. The message is one for operators: what is wrong with which file or
 * server, and what to do. It holds no secret.
 */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

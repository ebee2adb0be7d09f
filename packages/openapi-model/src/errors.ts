/** A document that cannot be used: says in which file, at which line, and what is wrong. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(
    readonly file: string,
    readonly line: number,
    readonly reason: string,
  ) {
    super(`${file}:${line}: ${reason}`);
  }
}

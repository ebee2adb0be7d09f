/** Where ids and secrets come from; tests count. */
export interface Ids {
  /** A UUID that sorts by time (RFC 9562, 5.7). */
  uuid(): string;
  /** Lower-case hexadecimal characters, for keys. */
  hex(length: number): string;
  /** Letters and digits, for tokens. */
  alphanumeric(length: number): string;
}

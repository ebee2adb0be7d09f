/** Where time comes from; tests move their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

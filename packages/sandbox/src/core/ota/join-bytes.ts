interface Part {
  readonly bytes: ArrayBuffer | Uint8Array;
}

/** The bytes of all parts, one behind the other. */
export function joinBytes(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const chunks = parts.map(({ bytes }) => new Uint8Array(bytes));
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

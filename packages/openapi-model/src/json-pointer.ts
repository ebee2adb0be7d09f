/** Keys and indexes from the root of a document down to a value. */
export type Path = readonly (string | number)[];

function decode(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** Path of a JSON Pointer, plain (`/a/b`) or as a URI fragment with percent-encoding (`#/a/b`) (RFC 6901, 3 to 6). */
export function fromPointer(pointer: string): string[] {
  const isPlain = pointer === '' || pointer.startsWith('/');
  const [, ...tokens] = (isPlain ? pointer : pointer.slice(pointer.indexOf('#') + 1)).split('/');
  return tokens.map((token) =>
    (isPlain ? token : decode(token)).replaceAll('~1', '/').replaceAll('~0', '~'),
  );
}

/** JSON Pointer of a path as a URI fragment, but without percent-encoding: `#/paths/~1node~1create`. */
export function toPointer(path: Path): string {
  const tokens = path.map((token) => String(token).replaceAll('~', '~0').replaceAll('/', '~1'));
  return ['#', ...tokens].join('/');
}

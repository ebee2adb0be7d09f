/**
 * Returns the part of a path that a literal route matches; undefined when it does not match. A trailing slash is ignored.
 * @param route literal path, or `*` for every path
 * @param isWhole true when the route must match the whole path
 * @throws Error when the route has parameters
 */
export function matchLiteral(
  route: string,
  pathname: string,
  isWhole: boolean,
): string | undefined {
  if (route === '*') return pathname;
  if (/[:()*?+]/.test(route)) throw new Error(`not a literal route: ${route}`);
  const base = route.replace(/\/$/, '');
  if (!pathname.startsWith(base)) return undefined;
  const rest = pathname.slice(base.length);
  if (rest === '' || rest === '/') return pathname;
  return !isWhole && rest.startsWith('/') ? base : undefined;
}

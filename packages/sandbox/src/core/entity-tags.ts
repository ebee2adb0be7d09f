/**
 * Returns whether the list of entity tags in a header has a tag, or is `*` (RFC 9110, 13.1.1 and 13.1.2).
 * @param etag strong tag of the current representation
 * @param comparison `weak` ignores the prefix of weak tags (RFC 9110, 8.8.3.2)
 */
export function hasTag(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  const tags = header.split(',').map((tag) => tag.trim());
  return (
    header.trim() === '*' ||
    tags.includes(etag) ||
    (comparison === 'weak' && tags.includes(`W/${etag}`))
  );
}

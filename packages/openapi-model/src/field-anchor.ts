/**
 * Id of a field on the page of its call, made to be read in an address: `request-policy.allow`, `answer-data.node-id.value`.
 * Letters, digits, `_`, `-` and `.` stand for themselves; `[]` and braces go, and anything else becomes `-`. Fields whose
 * paths differ only in what goes would share an id: the pages of the reference are checked for that when they are made.
 * @param part which body: `request`, `answer`, or any other name
 * @param path of a Field
 */
export function fieldAnchor(part: string, path: string): string {
  const plain = path.replaceAll(/\[\]|[{}]/g, '').replaceAll(/[^A-Za-z0-9_.-]+/g, '-');
  return `${part}-${plain}`;
}

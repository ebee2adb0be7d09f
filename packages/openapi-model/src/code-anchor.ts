/** Id of a reason or error code on the pages that list it: `code-node-nodenotfound`, `code-4020`. */
export function codeAnchor(code: string): string {
  return `code-${code.replace('::', '-')}`;
}

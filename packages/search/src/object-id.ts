/** FNV-1a, 32 bits, over UTF-16 code units: sufficient to distinguish the texts of one page. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(36);
}

/** Identifies a text at a URL. Stable across builds while URL and text are unchanged. */
export function objectId(url: string, type: string, text: string): string {
  return `${url}-${hash(`${type} ${text}`)}`;
}

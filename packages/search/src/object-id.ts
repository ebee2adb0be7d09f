/** FNV-1a, 32 bits, over UTF-16 code units; enough to tell texts of one page apart. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(36);
}

/** Identifies what stands at an address: the same from one build to the next as long as address and text stay. */
export function objectId(url: string, type: string, text: string): string {
  return `${url}-${hash(`${type} ${text}`)}`;
}

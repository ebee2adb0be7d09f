/** How many letters to add, remove or replace to make one word out of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Letters and digits alone: `node_name` and `nodeName` are one word to somebody who misremembers. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The few names that look most like a word, best first; none when nothing is close. */
export function nearest(word: string, names: Iterable<string>, count = 3): string[] {
  const wanted = plain(word);
  const most = Math.floor(wanted.length / 3);
  return [...names]
    .map((name) => ({ name, far: distance(wanted, plain(name)) }))
    .filter(({ far }) => far <= most)
    .sort((a, b) => a.far - b.far || a.name.localeCompare(b.name, 'en'))
    .slice(0, count)
    .map(({ name }) => name);
}

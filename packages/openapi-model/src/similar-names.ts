/** Levenshtein distance: how many letters to insert, delete or replace to turn one word into the other. */
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

/** Letters and digits only, so that `node_name` and `nodeName` are equal. */
const normalize = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Returns the question for an unknown field, `did you mean "node_name"?`; nothing if no name is similar enough.
 * @param names of the fields that it could be
 */
export function didYouMean(field: string, names: Iterable<string>): string | undefined {
  const [meant] = similarNames(field, names, 1);
  return meant === undefined ? undefined : `did you mean "${meant}"?`;
}

/** Returns the names most similar to a misspelled word, best first; none if no name is similar enough. */
export function similarNames(word: string, names: Iterable<string>, count = 3): string[] {
  const wanted = normalize(word);
  const maxDistance = Math.floor(wanted.length / 3);
  return (
    [...names]
      .map((name) => ({ name, text: normalize(name) }))
      // Each letter that one of them has more is one step. A long word from outside is compared with few names.
      .filter(({ text }) => Math.abs(text.length - wanted.length) <= maxDistance)
      .map(({ name, text }) => ({ name, distance: distance(wanted, text) }))
      .filter((candidate) => candidate.distance <= maxDistance)
      .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name, 'en'))
      .slice(0, count)
      .map(({ name }) => name)
  );
}

import type { Facts } from './facts';
import type { Kind, KnownNames } from './known-names';
import { similarNames } from '@anedya-docs/openapi-model/similar-names';
import { otherNamesFile } from './other-names';

function nearHint(names: KnownNames, word: string, kinds: readonly Kind[]): string {
  const rivals = [...names].filter(([, of]) => kinds.some((kind) => of.has(kind)));
  const near = similarNames(
    word,
    rivals.map(([name]) => name),
  );
  if (near.length === 0) return 'No name there is close to it.';
  const described = near.map((name) => {
    const [kind, where] = [...(names.get(name) ?? [])].find(([of]) => kinds.includes(of)) ?? [];
    return `"${name}" (${kind ?? ''} of ${where ?? ''})`;
  });
  return `There is ${described.join(', ')}.`;
}

/** Says that a name is unknown, which near ones there are and what a writer can do. */
export function unknownName(
  facts: Facts,
  text: string,
  what: string,
  kinds: readonly Kind[],
): string {
  return (
    `${what} "${text}" is in neither OpenAPI document. ${nearHint(facts.names, text, kinds)} ` +
    `Correct it, or list it in ${otherNamesFile} if it is none of the API's.`
  );
}

import { checkKeys, parseFragment } from './check-json';
import type { Facts } from './facts';
import type { KnownNames, Kind } from './known-names';
import { shapes } from './shapes';
import { unknownName } from './unknown-name';

/** Whether a document has the name as one of these kinds; headers are spelled in any case. */
function isKnown(names: KnownNames, name: string, kinds: readonly Kind[]): boolean {
  const found = names.get(name);
  if (kinds.some((kind) => found?.has(kind))) return true;
  return kinds.includes('header') && names.get(name.toLowerCase())?.has('header') === true;
}

/** What is wrong with an inline code span, in words; nothing when all it names is known or listed. */
export function checkName(facts: Facts, text: string): readonly string[] {
  if (facts.lists('names', text)) return [];
  const fragment = parseFragment(text);
  if (fragment !== undefined) return checkKeys(facts, fragment);
  const [program, ...rest] = text.split(' ');
  if (rest.length > 0 && facts.lists('programs', program ?? '')) return [];
  const shape = shapes.find(({ pattern }) => pattern.test(text));
  if (!shape || shape.kinds.length === 0) return [];
  const name = shape.spelling?.(text) ?? text;
  if (isKnown(facts.names, name, shape.kinds)) return [];
  const bare = name.replace(facts.topicPrefix, '');
  if (bare !== text && (isKnown(facts.names, bare, shape.kinds) || facts.lists('names', bare))) {
    return [];
  }
  return [unknownName(facts, bare, `the ${shape.name}`, shape.kinds)];
}

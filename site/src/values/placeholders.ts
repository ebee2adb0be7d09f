import { exampleKinds } from './example-kinds';
import type { Facts } from './facts';
import type { Values } from './store';

/** A part of a text, and what to show in its place. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What may stand in any program without ending a literal, a topic level, a host name or a word of a shell. */
const harmless = /^[\w-]+$/;

/**
 * A complete program takes its credentials from the environment or has a line to fill in. An example id in such a text
 * is the reader's to replace; elsewhere it may be part of an answer or of a test vector.
 */
const program = /\bANEDYA_[A-Z]|\bYOUR-[A-Z]/;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const anyOf = (texts: readonly string[]) => texts.map(escaped).join('|');

/** Edits for every match of a pattern; its first group is what stands before the placeholder and stays. */
function editsOf(source: string, pattern: string, text: string | undefined): Edit[] {
  if (text === undefined || !harmless.test(text)) return [];
  return [...source.matchAll(new RegExp(pattern, 'g'))].map((match) => {
    const start = match.index + (match[1]?.length ?? 0);
    return { start, end: match.index + match[0].length, text };
  });
}

function exampleEdits(source: string, values: Values, facts: Facts): Edit[] {
  if (!program.test(source)) return [];
  return Object.values(exampleKinds).flatMap((name) =>
    editsOf(source, `()(?:${anyOf(facts.examples[name])})`, values[name]),
  );
}

/**
 * Places of a code text that stand for a value of the reader's, in their order: the device id in topics and constants,
 * the region in host names, ids of the examples in programs. Secrets are never among them.
 * @param source whole text of one code element
 */
export function placeholderEdits(source: string, values: Values, facts: Facts): Edit[] {
  const [beforeDevice = ''] = facts.topicPrefix.split('{deviceId}');
  const region = facts.regions.find((code) => code === values.region);
  const inHost = `([a-z0-9]\\.)(?:${anyOf(['{region}', facts.defaultRegion])})(?=\\.anedya\\.io)`;
  return [
    ...editsOf(source, `(${escaped(beforeDevice)})\\{deviceId\\}`, values.deviceId),
    ...editsOf(source, '()YOUR-DEVICE-UUID', values.deviceId),
    ...editsOf(source, inHost, region),
    ...exampleEdits(source, values, facts),
  ].sort((a, b) => a.start - b.start);
}

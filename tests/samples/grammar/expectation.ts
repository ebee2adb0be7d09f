import { expect } from 'vitest';
import type { SampleValue } from '../../../packages/code-samples/src/index.ts';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import type { BodyForm } from '../support/expectation.ts';
import { bodyAt } from '../support/times.ts';
import { literalsIn, parserOf } from './grammar.ts';
import type { Reader } from './index.ts';
import { clock } from './literals.ts';

/**
 * Parses a program.
 * @returns the values of its literals
 * @throws AssertionError when the program has a syntax error
 */
export type Read = (source: string) => readonly JsonValue[];

export async function readWith({ grammar, evaluate, prepare }: Reader): Promise<Read> {
  const parse = await parserOf(grammar);
  return (source) => {
    const { tree, syntaxErrors } = parse(prepare ? prepare(source) : source);
    expect(syntaxErrors).toEqual([]);
    const found = [...literalsIn(tree.rootNode, evaluate)];
    tree.delete();
    return found;
  };
}

/** The JSON text in a string, formatted like `JSON.stringify`; undefined when there is none. */
function compact(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Checks that a literal of the program is the body: identical text in languages with JSON text, otherwise the same value.
 */
export function expectBody(found: readonly JsonValue[], given: SampleValue, form: BodyForm): void {
  const body = bodyAt(given, clock);
  if (form === 'value') {
    const texts = found.map((value) =>
      typeof value === 'string' ? compact(value) : JSON.stringify(value),
    );
    expect(texts).toContain(JSON.stringify(body));
  } else {
    expect(found).toContain(JSON.stringify(body, null, 2));
  }
}

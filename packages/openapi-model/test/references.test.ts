import { describe, expect, it, vi } from 'vitest';
import { parseDocument } from '../src/index.ts';
import { edited, errorOf, file, lineOf, type ErrorCase } from './support/document.ts';
import { expectError } from './support/expect-error.ts';

const reference = "'#/components/schemas/Request'";

const cases: readonly ErrorCase[] = [
  ...[
    '/nothing',
    '/components/schemas/Requested',
    '/components/schemas/toString',
    '/tags/7',
    '/tags/length',
  ].map((pointer): ErrorCase => [
    `a target that is not there: ${pointer}`,
    reference,
    `'#${pointer}'`,
    `'#${pointer}'`,
    new RegExp(`^\\$ref "#${pointer}" has no target in this document$`),
  ]),
  ...[
    'other.yaml#/a',
    'https://example.org/a.yaml',
    '//example.org/a',
    'file:///etc/passwd',
    '#anchor',
    '#',
  ].map((target): ErrorCase => [
    `a target that is not local: ${target}`,
    reference,
    `'${target}'`,
    `'${target}'`,
    /is not local: write "#\/components\/\.\.\."$/,
  ]),
  [
    'itself',
    'Tag:\n      type: object',
    "Tag:\n      $ref: '#/components/schemas/Tag'",
    "      $ref: '#/components/schemas/Tag'",
    /^\$ref "#\/components\/schemas\/Tag" is circular: it is inside its own target$/,
  ],
  [
    'an enclosing schema',
    'key: { type: string }',
    "self: { $ref: '#/components/schemas/Tag' }",
    'self:',
    /is circular: it is inside its own target$/,
  ],
  [
    'a $ref that leads back',
    'key: { type: string }',
    "back: { $ref: '#/components/schemas/Request' }",
    'back:',
    /^\$ref "#\/components\/schemas\/Request" is circular: it leads back to itself$/,
  ],
  [
    'a target inside its own target',
    'key: { type: string }',
    "key: { $ref: '#/components/schemas/Tag/properties/key/deep' }",
    'deep',
    /has no target in this document$/,
  ],
];

describe('a $ref', () => {
  it.each(cases)('is rejected: %s', async (...errorCase) => expectError(errorCase));

  it('is never fetched', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const text = edited(reference, 'http://127.0.0.1:9/a.yaml');
    await expect(parseDocument(text, file)).rejects.toThrow('is not local');
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  it('is rejected at its own line, also below its key', async () => {
    const text = edited(`{ $ref: ${reference} }`, "\n              $ref: '#/no'");
    expect((await errorOf(text)).line).toBe(lineOf(text, "$ref: '#/no'"));
  });

  // RFC 6901, 3 and 6: `~1`, `~0` and percent-encoding.
  it.each([
    ['a~1b', 'a/b'],
    ['c~0d', 'c~d'],
    ['e%2Ef', 'e.f'],
  ])('is decoded: %s', async (token, name) => {
    const text = edited(reference, `'#/x-reason-codes/../${token}'`)
      .replace('x-reason-codes/..', 'components/schemas/Request/properties')
      .replace(
        '        name:\n          type',
        `        ${name}: { title: found }\n        name:\n          type`,
      );
    const { operations } = await parseDocument(text, file);
    expect(operations[0]?.request.schema).toEqual({ title: 'found' });
  });

  it('can lead to another $ref', async () => {
    const text = edited(
      reference,
      "'#/components/schemas/Request/properties/tags/items/properties/key'",
    )
      .replace('value:\n                  name: a', 'value: a')
      .replace('value: { name: b, tags: [{ key: k }] }', 'value: b');
    const { operations } = await parseDocument(text, file);
    expect(operations[0]?.request.schema).toEqual({ type: 'string' });
  });

  // OpenAPI 3.1, 4.8.23: summary and description beside a reference override those of its target.
  it('is overridden by its siblings, at every use', async () => {
    const near = (name: string) =>
      `${name}: { $ref: '#/components/schemas/Word', description: ${name}, examples: [${name}] }`;
    const plain = (name: string) => `${name}: { $ref: '#/components/schemas/Word' }`;
    const properties = [near('a'), plain('b'), near('c'), plain('d')].join('\n        ');
    const text = edited('key: { type: string }', properties)
      .replace('tags: [{ key: k }]', 'tags: []')
      .concat('    Word: { type: string, description: far, examples: [far] }\n');
    const { operations } = await parseDocument(text, file);
    const tag = operations[0]?.request.schema.properties?.tags?.items;
    expect(tag?.properties).toEqual({
      a: { type: 'string', description: 'a', examples: ['a'] },
      b: { type: 'string', description: 'far', examples: ['far'] },
      c: { type: 'string', description: 'c', examples: ['c'] },
      d: { type: 'string', description: 'far', examples: ['far'] },
    });
  });
});

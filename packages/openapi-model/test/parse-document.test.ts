import { describe, expect, it } from 'vitest';
import { DocumentError, parseDocument } from '../src/index.ts';
import { lineOf, minimal } from './support/document.ts';

const file = 'specs/test.yaml';

function errorOf(text: string): DocumentError {
  try {
    parseDocument(text, file);
  } catch (error) {
    if (error instanceof DocumentError) return error;
    throw error;
  }
  throw new Error('the document was accepted');
}

describe('parseDocument', () => {
  it('reads a call with its address, schema and example', () => {
    const document = parseDocument(minimal, file);
    expect(document.servers[0]).toEqual({
      template: 'https://api.{region}.example.org/v1',
      url: 'https://api.here.example.org/v1',
      description: '',
    });
    expect(document.operations).toHaveLength(1);
    expect(document.operations[0]).toMatchObject({
      id: 'node-create',
      method: 'POST',
      url: 'https://api.here.example.org/v1/node/create',
      tag: 'Nodes',
      requestSchema: { type: 'object', properties: { name: { type: 'string' } } },
      requestExample: { name: 'a' },
      responseExample: { success: true },
    });
  });

  it('reads JSON as well', () => {
    const { operations } = parseDocument(minimal, file);
    const json = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T' },
      servers: [{ url: '/' }],
      tags: [],
      paths: {},
    });
    expect(operations).toHaveLength(1);
    expect(parseDocument(json, 'test.json').operations).toEqual([]);
  });
});

const callTwice = minimal.replace(
  'components:',
  `${/ {2}\/node\/create:[\s\S]*(?=components:)/.exec(minimal)?.[0].replace('/create:', '/again:') ?? ''}components:`,
);

// Each case: what is wrong, the broken text, the text that stands in the line to be named, the reason.
const cases: readonly [string, string, string, RegExp][] = [
  [
    'a YAML syntax error',
    minimal.replace('tags: [Nodes]', 'tags: [Nodes'),
    'requestBody',
    /flow|,|\]/i,
  ],
  [
    'a duplicate key',
    minimal.replace('info:', 'openapi: 3.1.9\ninfo:'),
    'openapi: 3.1.9',
    /unique/i,
  ],
  [
    'an unknown $ref',
    minimal.replace('/Request', '/Requested'),
    '$ref',
    /"#\/components\/schemas\/Requested" points at nothing/,
  ],
  [
    'a $ref to another file',
    minimal.replace('#/components', 'other.yaml#/components'),
    '$ref',
    /is not local/,
  ],
  [
    'a call without a tag',
    minimal.replace('      tags: [Nodes]\n', ''),
    'operationId',
    /needs a tag/,
  ],
  [
    'an undeclared tag',
    minimal.replace('[Nodes]', '[Others]'),
    '[Others]',
    /tag "Others" is not declared/,
  ],
  [
    'a call without summary',
    minimal.replace('      summary: Create node\n', ''),
    'operationId',
    /summary is missing/,
  ],
  [
    'no server',
    minimal.replace(/servers:[\s\S]*(?=tags:\n)/, 'servers: []\n'),
    'servers:',
    /at least one server/,
  ],
  ['another version', minimal.replace('3.1.0', '3.0.3'), 'openapi:', /must be 3\.1\.x/],
];

describe('DocumentError', () => {
  it.each(cases)('names file and line of %s', (_case, text, place, reason) => {
    const error = errorOf(text);
    const line = lineOf(text, place);
    expect(error.message).toMatch(new RegExp(`^specs/test\\.yaml:${line}: `));
    expect(error).toMatchObject({ file, line });
    expect(error.reason).toMatch(reason);
  });

  it('names the line of a $ref to itself', () => {
    const text = minimal.replace(
      'name: { type: string }',
      "self: { $ref: '#/components/schemas/Request' }",
    );
    const error = errorOf(text);
    expect(error.reason).toMatch(/"#\/components\/schemas\/Request" contains itself/);
    expect(error.line).toBe(lineOf(text, 'self:'));
  });

  it('names the line of the second call with an operationId', () => {
    const error = errorOf(callTwice);
    expect(error.reason).toBe('operationId "node-create" appears twice');
    expect(error.line).toBe(lineOf(callTwice, '/node/again:') + 2);
  });

  it.each([
    ['requestBody', 'value: { name: a }', 'requestBody'],
    ['responses', 'value: { success: true }', "'200':"],
  ])('names the line of a missing example in %s', (_part, example, place) => {
    const text = minimal.replace(`examples: { default: { ${example} } }`, 'examples: {}');
    const error = errorOf(text);
    expect(error.reason).toBe('examples.default is missing');
    expect(error.line).toBe(lineOf(text, place) + 1);
  });

  it.each(['', '[]', 'text'])('refuses a file that holds %j', (text) => {
    expect(errorOf(text).message).toBe(`${file}:1: an OpenAPI document is an object`);
  });
});

import { describe, expect, it } from 'vitest';
import { edited, errorOf, file, lineOf, minimal, type ErrorCase } from './support/document.ts';
import { expectError } from './support/expect-error.ts';

const syntax: readonly ErrorCase[] = [
  ['a YAML syntax error', 'tags: [Data]', 'tags: [Data', 'requestBody', /flow|,|\]/i],
  ['a duplicate key', 'info:', 'openapi: 3.1.9\ninfo:', 'openapi: 3.1.9', /unique/i],
  ['an unknown YAML tag', 'summary: Get data', 'summary: !what Get data', '!what', /!what/],
  ['an alias without anchor', 'summary: Get data', 'summary: *no', 'openapi', /\bno\b/],
];

const structure: readonly ErrorCase[] = [
  ['another version', '3.1.0', '3.0.3', 'openapi:', /^openapi must be a string: 3\.1\.0/],
  [
    'a version as a number',
    "version: '1'",
    'version: 1',
    'info:',
    /info\.version must be a string/,
  ],
  ['no paths', 'paths:\n', 'path:\n', 'openapi:', /^paths is missing$/],
  [
    'a response without description',
    '          description: Data\n',
    '',
    "'200':",
    /"description" is missing/,
  ],
  [
    'a misspelled key',
    'requestBody:',
    'requestBdoy:',
    'requestBdoy',
    /^not OpenAPI 3\.1 at #\/paths\/~1data~1get\/post\/requestBdoy: the key is unknown$/,
  ],
  [
    'a summary that is not a string',
    'summary: Get data',
    'summary: 3',
    'summary: 3',
    /^not OpenAPI 3\.1 at #\/paths\/~1data~1get\/post\/summary: must be string$/,
  ],
  [
    'a parameter without schema',
    '      tags: [Data]\n',
    '      tags: [Data]\n      parameters: [{ name: a, in: query }]\n',
    'parameters:',
    /post\/parameters\/0: "schema" is missing or "content" is missing$/,
  ],
  [
    'an error in a shared component, at the line of the component',
    'description: It failed.',
    'description: [It failed.]',
    'It failed',
    /^not OpenAPI 3\.1 at #\/components\/responses\/Failure\/description: must be string$/,
  ],
  [
    'a security scheme of an unknown type',
    'type: http,',
    'type: htp,',
    'type: htp',
    /securitySchemes\/apiKey\/type: must be one of "apiKey", "http",/,
  ],
];

const servers: readonly ErrorCase[] = [
  [
    'an empty list of servers',
    minimal.slice(minimal.indexOf('servers:'), minimal.indexOf('tags:')),
    'servers: []\n',
    'servers:',
    /at least one server is required/,
  ],
  [
    'an undeclared variable',
    'https://api.example',
    'https://{zone}.example',
    '{zone}',
    /\{zone\} is not declared/,
  ],
  [
    'a default outside its enum',
    'default: here',
    'default: away',
    'away',
    /"away" is not in the enum of \{region\}/,
  ],
];

const operations: readonly ErrorCase[] = [
  ['an undeclared tag', '[Data]', '[Others]', '[Others]', /^tag "Others" is not declared$/],
  [
    'an operation without a tag',
    '      tags: [Data]\n',
    '',
    'post:\n      operationId: data-get',
    /needs a tag/,
  ],
  ['an operation with two tags', '[Data]', '[Data, Nodes]', '[Data, Nodes]', /has one tag/],
  [
    'an operation without summary',
    '      summary: Get data\n',
    '',
    'post:\n      operationId: data-get',
    /^summary is missing$/,
  ],
  [
    'an operation with an empty description',
    'description: Reads data.',
    "description: ' '",
    "description: ' '",
    /^description is missing$/,
  ],
  [
    'an operation without operationId',
    '      operationId: data-get\n',
    '',
    'post:\n      summary: Get data',
    /^operationId is missing$/,
  ],
  [
    'an operationId that is not a slug',
    'operationId: data-get',
    'operationId: getData',
    'getData',
    /^operationId "getData" is not a slug/,
  ],
  [
    'an operationId with two hyphens',
    'operationId: data-get',
    'operationId: data--get',
    'data--get',
    /not a slug/,
  ],
  [
    'a duplicate operationId',
    'operationId: node-create',
    'operationId: data-get # again',
    '# again',
    /^operationId "data-get" is a duplicate$/,
  ],
  [
    'an unknown related operation',
    '[data-get]',
    '[data-got]',
    '[data-got]',
    /^x-related names the unknown operation "data-got"$/,
  ],
  [
    'an unknown reason code',
    "x-reason-codes: ['node::gone']",
    "x-reason-codes: ['node::gon']",
    "['node::gon']",
    /^code "node::gon" is not declared/,
  ],
  ['an unknown error code', "['4020']", "['4021']", "['4021']", /^code "4021" is not declared/],
];

describe.each([
  ['text', syntax],
  ['structure', structure],
  ['servers', servers],
  ['operations', operations],
])('an error in %s', (_kind, cases) => {
  it.each(cases)('%s: names file, line and reason', async (...errorCase) => expectError(errorCase));
});

describe('DocumentError', () => {
  it.each(['', '[]', 'text'])('rejects a file with the content %j', async (text) => {
    expect((await errorOf(text)).message).toBe(`${file}:1: an OpenAPI document must be an object`);
  });

  it('allows a description of a server variable', async () => {
    const text = edited(
      'url: https://api.example.org/v1',
      'url: https://{a}.b\n    variables: { a: { default: x, description: Words } }',
    );
    await expect(errorOf(text)).rejects.toThrow('the document was accepted');
  });

  it('names the line of a key written as a number', async () => {
    const text = edited("'200':\n          description: Data", '200:\n          description: 3');
    expect((await errorOf(text)).line).toBe(lineOf(text, 'description: 3'));
  });
});

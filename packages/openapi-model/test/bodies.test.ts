import { describe, it } from 'vitest';
import type { ErrorCase } from './support/document.ts';
import { expectError } from './support/expect-error.ts';

const cases: readonly ErrorCase[] = [
  [
    'a request without schema',
    "            schema: { $ref: '#/components/schemas/Request' }\n",
    '',
    'application/json:\n            examples',
    /^schema is missing/,
  ],
  [
    'a request that is not JSON',
    '          application/json:\n            schema: { type: object }',
    '          text/plain:\n            schema: { type: object }',
    'content:',
    /^schema is missing/,
  ],
  [
    'a request without example',
    'default: { value: { all: true } }',
    '',
    'application/json:\n            schema',
    /^examples\.default is missing$/,
  ],
  [
    'a response without example',
    'default: { value: { rows: [] } }',
    'other: { value: {} }',
    'application/json:\n              schema',
    /^examples\.default is missing$/,
  ],
  [
    'a response without schema',
    '          schema: { type: object, properties: { success: { const: false } } }\n',
    '          example: {}\n',
    'application/json:\n          example:',
    /^schema is missing/,
  ],
  [
    'a response without a body',
    '      content:\n        application/json:\n          schema: { type: object, properties: { success: { const: false } } }\n',
    '',
    'Failure:\n      desc',
    /^schema is missing/,
  ],
  [
    'an operation without response 200',
    "'200':",
    "'201':",
    'responses:',
    /^the response 200 is missing$/,
  ],
  [
    'an example without value',
    '{ default: { value: { all: true } } }',
    '{ default: { summary: All } }',
    'summary: All',
    /^value of example "default" is missing$/,
  ],
];

describe('an error in a body', () => {
  it.each(cases)('%s: names file, line and reason', async (...errorCase) => expectError(errorCase));
});

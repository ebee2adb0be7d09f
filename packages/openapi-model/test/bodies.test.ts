import { describe, it } from 'vitest';
import type { FaultCase } from './support/document.ts';
import { expectFault } from './support/expect-fault.ts';

const cases: readonly FaultCase[] = [
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
    'an answer without example',
    'default: { value: { rows: [] } }',
    'other: { value: {} }',
    'application/json:\n              schema',
    /^examples\.default is missing$/,
  ],
  [
    'an answer without schema',
    '          schema: { type: object, properties: { success: { const: false } } }\n',
    '          example: {}\n',
    'application/json:\n          example:',
    /^schema is missing/,
  ],
  [
    'an answer without a body',
    '      content:\n        application/json:\n          schema: { type: object, properties: { success: { const: false } } }\n',
    '',
    'Failure:\n      desc',
    /^schema is missing/,
  ],
  ['a call without answer 200', "'200':", "'201':", 'responses:', /^the answer 200 is missing$/],
  [
    'an example without value',
    '{ default: { value: { all: true } } }',
    '{ default: { summary: All } }',
    'summary: All',
    /^value of example "default" is missing$/,
  ],
];

describe('a fault in a body', () => {
  it.each(cases)('%s: names file, line and reason', async (...fault) => expectFault(fault));
});

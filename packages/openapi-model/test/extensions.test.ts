import { describe, it } from 'vitest';
import { minimal, type ErrorCase } from './support/document.ts';
import { expectError } from './support/expect-error.ts';

const cases: readonly ErrorCase[] = [
  [
    'unknown, on an operation',
    'x-traps:',
    'x-trap:',
    'x-trap:',
    /^unknown extension x-trap: use one of x-slug, x-internal, x-permission,/,
  ],
  [
    'unknown, on the document',
    'x-error-codes:\n',
    'x-errors:\n',
    'x-errors',
    /^unknown extension x-errors:/,
  ],
  [
    'unknown, on a security scheme',
    'x-extra-headers',
    'x-headers',
    'x-headers',
    /^unknown extension x-headers:/,
  ],
  [
    'of the wrong type',
    'x-related: [data-get]',
    'x-related: data-get',
    'x-related: data-get',
    /^x-related at #\/paths\/.*: must be an array$/,
  ],
  [
    'that is empty',
    'x-guide: /guide/',
    "x-guide: ''",
    'x-guide:',
    /^x-guide at .*: must be a string, at least 1 character$/,
  ],
  [
    'with a code that lacks its remedy',
    "'node::bad': { meaning: M2, cause: C2, remedy: R2 }",
    "'node::bad': { meaning: M2, cause: C2 }",
    "'node::bad'",
    /^x-reason-codes at #\/x-reason-codes\/node::bad: "remedy" is missing$/,
  ],
  [
    'with an unknown key',
    'publish: node/json',
    'publish: node/json\n        topic: a',
    'topic: a',
    /^x-mqtt at .*\/topic: the key is unknown$/,
  ],
  [
    'with an unknown source',
    'x-evidence: [docs, go-sdk]',
    'x-evidence: [docs, hearsay]',
    'x-evidence: [docs, hearsay]',
    /^x-evidence at .*\/1: must be one of "docs", /,
  ],
  [
    'with an unknown source of a field',
    'maxLength: 5',
    'x-evidence: [hearsay]',
    'name:\n          type',
    /x-evidence/,
  ],
  ['with no source', '      x-evidence: [docs, go-sdk]\n', '', 'post:', /^x-evidence is missing$/],
  [
    'with an inferred operation that has no reason',
    'x-evidence: [docs, go-sdk]',
    'x-evidence: [docs, inferred]',
    'x-evidence: [docs, inferred]',
    /^the operation is inferred: add x-provisional/,
  ],
  [
    'with an unconfirmed operation that is not inferred',
    'x-evidence: [inferred]',
    'x-evidence: [docs]',
    'x-evidence: [docs]',
    /^the operation has x-provisional: add inferred/,
  ],
  [
    'with an alias of an unsupported method',
    'method: get, path: /node/new',
    'method: put, path: /node/new',
    'x-aliases',
    /^x-aliases at .*\/0\/method: must be one of "get", "post"$/,
  ],
  [
    'with a limit that has no unit',
    'value: 60, unit: per minute',
    'value: 60',
    'rate:',
    /^x-limits at #\/x-limits\/rate: "unit" is missing$/,
  ],
  [
    'with a limit that is not a number',
    'value: 60',
    'value: many',
    'rate:',
    /^x-limits at #\/x-limits\/rate\/value: must be a number$/,
  ],
  [
    'with a limit whose name is not a slug',
    '  rate:',
    '  Rate:',
    'x-limits:',
    /^x-limits at #\/x-limits: /,
  ],
  [
    'with a limit of an unknown operation',
    'operations: [data-get]',
    'operations: [data-put]',
    'operations: [data-put]',
    /^x-limits names the unknown operation "data-put"$/,
  ],
  [
    'that is false instead of missing',
    'x-guide: /guide/',
    'x-internal: false',
    'x-internal: false',
    /^x-internal at .*: must be true$/,
  ],
  [
    'with a link to an operation without a page',
    '      operationId: data-get\n',
    '      operationId: data-get\n      x-internal: true\n',
    'operations: [data-get]',
    /^x-limits names the unknown operation "data-get"$/,
  ],
  [
    'with an invalid port',
    'tls: 8883',
    'tls: 88830',
    '88830',
    /ports\/tls: must be an integer, 1 to 65,535$/,
  ],
  [
    'with a host of an unknown variable',
    'mqtt.{region}',
    'mqtt.{zone}',
    '{zone}',
    /^the variable \{zone\} is not declared$/,
  ],
];

describe('an error in an extension', () => {
  it.each(cases)('%s: names file, line and reason', async (...errorCase) => expectError(errorCase));

  it('x-mqtt of an operation requires x-mqtt of the document', async () => {
    const facts = minimal.slice(minimal.indexOf('x-mqtt:'), minimal.indexOf('paths:'));
    const reason = /^x-mqtt of an operation requires x-mqtt of the document/;
    await expectError(['', facts, '', 'x-mqtt:\n        publish', reason]);
  });
});

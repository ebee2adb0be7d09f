import { describe, it } from 'vitest';
import { minimal, type FaultCase } from './support/document.ts';
import { expectFault } from './support/expect-fault.ts';

const cases: readonly FaultCase[] = [
  [
    'unknown, on a call',
    'x-traps:',
    'x-trap:',
    'x-trap:',
    /^extension x-trap is unknown here: we read x-permission,/,
  ],
  [
    'unknown, at the top',
    'x-error-codes:\n',
    'x-errors:\n',
    'x-errors',
    /^extension x-errors is unknown here/,
  ],
  [
    'unknown, on a security scheme',
    'x-extra-headers',
    'x-headers',
    'x-headers',
    /^extension x-headers is unknown here/,
  ],
  [
    'of another form',
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
    'with an alias of another method',
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
    'with a limit that is no number',
    'value: 60',
    'value: many',
    'rate:',
    /^x-limits at #\/x-limits\/rate\/value: must be a number$/,
  ],
  [
    'with a limit whose name is no slug',
    '  rate:',
    '  Rate:',
    'x-limits:',
    /^x-limits at #\/x-limits: /,
  ],
  [
    'with a limit of an unknown call',
    'calls: [data-get]',
    'calls: [data-put]',
    'calls: [data-put]',
    /^x-limits names the unknown call "data-put"$/,
  ],
  [
    'with a port that is none',
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

describe('a fault in an extension', () => {
  it.each(cases)('%s: names file, line and reason', async (...fault) => expectFault(fault));

  it('an MQTT call needs the facts of the document', async () => {
    const facts = minimal.slice(minimal.indexOf('x-mqtt:'), minimal.indexOf('paths:'));
    const reason = /^x-mqtt needs the x-mqtt at the top/;
    await expectFault(['', facts, '', 'x-mqtt:\n        publish', reason]);
  });
});

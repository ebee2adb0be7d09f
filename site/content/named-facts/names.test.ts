import { describe, expect, it } from 'vitest';
import { checkName } from './check-names';
import { factsOf } from './facts';
import { apis } from '../api-reference/test-support';
import { listing, nothingListed } from './test-support';

const facts = factsOf(apis, nothingListed);

/** A kind of name, a documented name, an unknown one, and the expected message. */
const kinds: readonly (readonly [string, string, string, RegExp])[] = [
  ['field', 'node_name', 'nodename', /name "nodename".*"node_name" \(field of platform\//],
  ['path of a field', 'data[].timestamp', 'data[].timestmp', /"data\[\]\.timestamp" \(field of/],
  ['value of a field', 'invalidated', 'invalidatd', /"invalidated" \(value of platform\//],
  ['type', 'boolean', 'booleann', /"boolean" \(type of/],
  ['sample value', 'temperature', 'temprature', /"temperature" \(example of/],
  [
    'operation',
    'node-create',
    'node-creat',
    /"node-create" \(operation of platform\/node-create\)/,
  ],
  ['region', 'ap-in-1', 'ap-in-2', /"ap-in-1" \(value of the Anedya/],
  ['path', '/v1/submitData', '/v1/submitdata', /"\/submitData" \(path of device\/submitdata\)/],
  [
    'method and path',
    'POST /node/create',
    'POST /node/make',
    /path of an operation "\/node\/make"/,
  ],
  ['method', 'POST /v1/time', 'GET /v1/time', /path of an operation "GET \/v1\/time"/],
  ['topic', 'ota/next/json', 'ota/nxt/json', /"ota\/next\/json" \(topic of device\/v-1-ota-next\)/],
  [
    'whole topic',
    '$anedya/device/{deviceId}/submitdata/json',
    '$anedya/device/{deviceId}/submitData/json',
    /MQTT topic "submitData\/json".*"submitdata\/json"/,
  ],
  [
    'topic of responses',
    '$anedya/device/{deviceId}/response',
    '$anedya/device/{id}/response',
    /topic/,
  ],
  ['reason code', 'node::nodenotfound', 'node::notfound', /reason code or permission "node::notf/],
  ['permission', 'data::getlatest', 'data::getlast', /"data::getlatest" \(permission of/],
  ['error code', '4040', '4041', /error code or port "4041".*"4040" \(number of the Anedya Device/],
  ['port', '8883', '8884', /error code or port "8884"/],
  ['header', 'Auth-mode', 'Auth-mod', /"auth-mode" \(header of/],
  ['header line', 'Auth-mode: key', 'Auth-mode: token', /header "Auth-mode: token"/],
  ['signature header', 'x-anedya-tokenid', 'X-Anedya-Token', /header "X-Anedya-Token"/],
  ['host', 'mqtt.ap-in-1.anedya.io', 'mqtt.ap-in-2.anedya.io', /address "mqtt\.ap-in-2/],
  ['host of any region', 'mqtt.{region}.anedya.io', 'mqt.{region}.anedya.io', /address "mqt\./],
  ['base URL', 'https://api.anedya.io/v1', 'https://api.anedya.io/v2', /"https:\/\/api\.anedya/],
  ['placeholder', '{deviceId}', '{deviceID}', /placeholder "\{deviceID\}".*"\{deviceId\}"/],
  ['key of JSON', '{"nodeid":"x"}', '{"node_id":"x"}', /field "node_id".*"nodeId" \(field of/],
  ['pair', '"available": false', '"avaliable": false', /field "avaliable".*"available"/],
];

describe('a name in code', () => {
  it.each(kinds)('%s: %s is in a document', (_, known) => {
    expect(checkName(facts, known)).toEqual([]);
  });

  it.each(kinds)('%s: %s is, and %s is not', (_kind, _known, unknown, message) => {
    const [violation, second] = checkName(facts, unknown);
    expect(violation).toMatch(message);
    expect(violation).toMatch(
      /is in neither OpenAPI document\. .*or list it in site\/content\/named-/,
    );
    expect(second).toBeUndefined();
  });

  it.each(kinds)('%s: %s, and the list has %s', (_kind, _known, unknown) => {
    const entries = [unknown, unknown.replace(/^POST /, ''), 'node_id', 'avaliable'];
    expect(checkName(factsOf(apis, listing('names', ...entries)), unknown)).toEqual([]);
  });

  it.each([
    '24.5',
    '1.2.0',
    '1767225600',
    '"open"',
    '["temperature"]',
    'true',
    'null',
    'main/main.c',
    'submit.py',
    'ANEDYA_API_KEY',
    '019f0000-0000-7000-8000-000000000001',
    '000000006955b900',
  ])('%s is not checked', (text) => {
    expect(checkName(facts, text)).toEqual([]);
  });

  it('says when there is no similar name', () => {
    expect(checkName(facts, 'quetzalcoatl')[0]).toContain('They have no similar name.');
  });
});

describe('a command in code', () => {
  const listed = factsOf(apis, listing('programs', 'node'));

  it('must be a listed program with an argument', () => {
    expect(checkName(listed, 'node submit.mjs')).toEqual([]);
    expect(checkName(listed, 'nod submit.mjs')[0]).toContain('the name "nod submit.mjs"');
  });
});

it('a listed path or topic also matches with a prefix', () => {
  const own = factsOf(apis, listing('names', '/relay/delete', 'relay/delete/json'));
  expect(checkName(own, 'POST /v1/relay/delete')).toEqual([]);
  expect(checkName(own, '$anedya/device/{deviceId}/relay/delete/json')).toEqual([]);
  expect(checkName(facts, 'POST /v1/relay/delete')[0]).toContain(
    'path of an operation "/relay/delete"',
  );
});

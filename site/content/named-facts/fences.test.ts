import { describe, expect, it } from 'vitest';
import { checkPage } from './';
import { factsOf } from './facts';
import { apis } from '../api-reference/test-support';
import { listing, nothingListed, parsePage } from './test-support';

const facts = factsOf(apis, nothingListed);
const fence = (head: string, body: string) => `One.\n\n\`\`\`${head}\n${body}\n\`\`\`\n`;
const violationsOf = (page: string, own = facts) => checkPage(own, parsePage(page));

const datapoint = '{"data": [{"variable": "t", "value": 1, "timestamp": 0}]}';
const curl = (address: string, body: string) =>
  `curl -sS -X POST ${address} \\\n  -H "Accept: application/json" \\\n  -d '${body}'`;
/** A command with its body after it. */
const fed = (body: string) =>
  `curl -sS "\${ANEDYA_API_URL:?run the setup block}/commands/send" \\\n  -d @- <<EOF\n${body}\nEOF`;
const send = '"${ANEDYA_API_URL:-https://api.anedya.io/v1}/commands/send"';

describe('a JSON fence', () => {
  it.each([
    ['of a request', 'json operation="device/submitdata" request', datapoint],
    [
      'of a response',
      'json title="x" operation="device/submitdata" response',
      '{"success": true, "error": "", "errorcode": 0}',
    ],
    [
      'of one field',
      'json operation="platform/node-create" request field="tags"',
      '[{"key": "a", "value": "b"}]',
    ],
    ['of a pushed message', 'json pushed="commands"', '{"command": "x", "exp": 1}'],
    ['of no operation', 'json', '{"nodeid": "x", "data": [{"timestamp": 0}]}'],
  ])('%s fits', (_, head, body) => {
    expect(violationsOf(fence(head, body))).toEqual([]);
  });

  it.each([
    [
      'an undocumented field',
      'json operation="device/submitdata" request',
      datapoint.replace('"variable"', '"varible"'),
      /does not match the schema of the request of device\/submitdata at data\.0/,
    ],
    [
      'a value of another type',
      'json operation="device/submitdata" response',
      '{"success": "yes", "error": "", "errorcode": 0}',
      /the response of device\/submitdata at success: must be/,
    ],
    [
      'a missing field',
      'json operation="device/submitdata" request',
      '{}',
      /device\/submitdata: "data" is missing/,
    ],
    [
      'an unknown field in a pushed message',
      'json pushed="commands"',
      '{"expiry": 1}',
      /the message on commands at expiry: the schema describes no such field/,
    ],
    ['an unknown key', 'json', '{"node_id": 1}', /the field "node_id" is in neither/],
    ['text that is no JSON', 'json', '{"nodeid": }', /says json, but it does not parse/],
    [
      'an unknown operation',
      'json operation="device/submit-data" response',
      '{}',
      /There is: device\/submitdata/,
    ],
    [
      'an operation without its API',
      'json operation="submitdata" response',
      '{}',
      /operation="submitdata" is unknown/,
    ],
    ['no side', 'json operation="device/submitdata"', '{}', /needs "request" or "response"/],
    [
      'both sides',
      'json operation="device/check" request response',
      '{}',
      /needs "request" or "response"/,
    ],
    ['a field alone', 'json field="data"', '{}', /field= also needs operation=/],
    [
      'an unknown field of an operation',
      'json operation="platform/node-create" request field="tag"',
      '{}',
      /the request of platform\/node-create has no field "tag"\. It has: tags/,
    ],
    [
      'an unknown topic',
      'json pushed="command"',
      '{}',
      /no message is pushed on "command".*commands/,
    ],
    ['a topic and a side', 'json pushed="commands" response', '{}', /cannot have operation/],
  ])('%s is a violation', (_, head, body, message) => {
    const [violation, second] = violationsOf(fence(head, body));
    expect(violation?.message).toMatch(message);
    expect(violation?.line).toBe(3);
    expect(second).toBeUndefined();
  });

  it('keeps the rest of its meta string', () => {
    const tree = parsePage(
      fence('json title="x" operation="device/submitdata" request', datapoint),
    );
    checkPage(facts, tree);
    expect(tree.children[1]).toMatchObject({ type: 'code', meta: 'title="x"' });
  });
});

describe('a command in a shell fence', () => {
  it.each([
    ['a body', curl('https://device.ap-in-1.anedya.io/v1/submitData', datapoint)],
    [
      'variables of the shell in it',
      curl(send, `{"nodeid":"'"$NODE"'","command":"a","data":"","type":"string","expiry":'"$T"'}`),
    ],
    [
      'a body of several lines',
      `EXPIRY=1\nRESPONSE=$(${fed(`{\n  "nodeid": "$NODE",\n  "command": "a",\n  "data": "",\n  "type": "string",\n  "expiry": $EXPIRY\n}`)}\n)\necho "$RESPONSE"`,
    ],
    [
      'an address from the environment',
      fed('{"nodeid": "$NODE", "command": "a", "data": "", "type": "string"}'),
    ],
    ['a topic', `mosquitto_rr -t "\\$anedya/device/$ANEDYA_DEVICE_ID/commands/next/json" -m '{}'`],
    ['nothing of an API', 'export ANEDYA_NODE_ID=1\npython3 sign.py'],
  ])('with %s passes', (_, command) => {
    expect(violationsOf(fence('bash', command))).toEqual([]);
  });

  it.each([
    [
      'an unknown path',
      curl('https://device.ap-in-1.anedya.io/v1/submitdata', '{}'),
      /the device API's path "\/submitdata".*"\/submitData"/,
    ],
    [
      'a path of the other API',
      curl('https://api.anedya.io/v1/submitData', '{}'),
      /the platform API's path "\/submitData"/,
    ],
    [
      'an unknown topic',
      `mosquitto_sub -t "\\$anedya/device/$ANEDYA_DEVICE_ID/commands/nxt/json"`,
      /the MQTT topic "commands\/nxt\/json".*"commands\/next\/json"/,
    ],
    [
      'a body that does not match the schema',
      curl(send, `{"nodeid":"'"$NODE"'","comand":"a","data":"","type":"string"}`),
      /the body does not match the schema of the request of platform\/commands-send/,
    ],
    [
      'a multiline body that does not match the schema',
      fed('{\n  "nodeid": "$NODE",\n  "comand": "a",\n  "data": "",\n  "type": "string"\n}'),
      /the body does not match the schema of the request of platform\/commands-send/,
    ],
    [
      'an unknown path behind an address from the environment',
      'curl "$ANEDYA_DEVICE_URL/submitdata"',
      /the device API's path "\/submitdata".*"\/submitData"/,
    ],
    [
      'a body of a listed path with an unknown key',
      curl('https://device.ap-in-1.anedya.io/v1/relay/create', '{"requestid":"x"}'),
      /the field "requestid"/,
    ],
  ])('with %s is a violation, at its line', (_, command, message) => {
    const own = factsOf(apis, listing('names', '/relay/create'));
    const [violation, second] = violationsOf(fence('bash', `NOW=1\n${command}`), own);
    expect(violation?.message).toMatch(message);
    expect(violation?.line).toBe(5);
    expect(second).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import { terminalCommand } from './facts';

const broker = { host: 'localhost', tcp: 1883 };
const node = { deviceId: 'd-1', connectionKey: "k'ey" };

it('is one shell command with quoted values', () => {
  expect(terminalCommand(node, '$root/{deviceId}/', 5, broker)).toBe(
    [
      'mosquitto_sub -h localhost -p 1883 -V 5 -v \\',
      '  -i d-1 \\',
      '  -u d-1 \\',
      "  -P 'k'\\''ey' \\",
      "  -t '$root/d-1/#'",
    ].join('\n'),
  );
});

it('uses the protocol version of the console', () => {
  expect(terminalCommand(node, '', 4, broker)).toContain('-V mqttv311 ');
});

it('is undefined when no MQTT port is open', () => {
  expect(terminalCommand(node, '', 5, { host: 'localhost', tcp: undefined })).toBeUndefined();
});

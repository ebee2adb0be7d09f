import { expect, it, vi } from 'vitest';
import { connectMcp } from '../support/mcp-client.ts';

// The documents are parsed, and a sandbox starts.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

it('names the sender, and says what is wrong with a request', async () => {
  const client = await connectMcp();
  const use = async (name: string, args: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: args });
    return (content as { text?: string }[]).map(({ text = '' }) => text).join('\n');
  };
  const [, json = ''] = /```json\n([\s\S]*)\n```/.exec(await use('sandbox_create', {})) ?? [];
  const project = JSON.parse(json) as { apiKey: string; nodes: { nodeId: string }[] };
  const { apiKey, nodes } = project;
  const run = (operation: string, body: object = {}, more: object = {}) =>
    use('run', { operation, body, apiKey, ...more });

  expect(await use('run', { operation: 'device/heartbeat' })).toContain('"sandbox_create"');
  const sender = `Sent by node ${nodes[0]?.nodeId} (name: "greenhouse-1")`;
  expect(await run('device/heartbeat')).toContain(`${sender}, the first node with a bound device.`);
  const { nodeId } = nodes[0] ?? {};
  for (const id of [nodeId, nodeId?.toUpperCase()]) {
    expect(await run('device/heartbeat', {}, { nodeId: id })).toContain(`${sender}.\n`);
  }
  expect(await run('platform/node-list', { limit: 1, offset: 0 })).not.toContain('Sent by');

  const reqId = 'x'.repeat(101);
  const dropped = await run('device/heartbeat', { reqId }, { transport: 'mqtt' });
  expect(dropped).toContain('"reqId" has more than 100 characters. Over MQTT');
  expect(await run('device/heartbeat', { reqId })).not.toContain('Over MQTT');

  // The error of the sandbox names the field.
  const invalid = await run('platform/node-list', { limit: 'x', offst: 0 });
  expect(invalid.match(/offst/g)).toHaveLength(1);

  // This error does not.
  const id = '00000000-0000-4000-8000-000000000000';
  const command = { nodeid: id, command: 'x', data: '', type: 'string', expiry: 4e12, nodid: id };
  const unknown = await run('platform/commands-send', { ...command, other: 1 });
  expect(unknown).toContain('"other" is not a field of this operation.');
  expect(unknown).toContain('"nodid" is not a field of this operation.');
  const misspelled = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`x${at}`, 1]));
  const many = await run('platform/commands-send', { ...command, ...misspelled });
  expect(many.match(/is not a field of this operation/g)).toHaveLength(3);
  const range = { variable: 'unknown', nodes: [nodeId], from: 0, to: 1, limt: 1 };
  expect(await run('platform/data-get-data', range)).toContain(
    '"limt" is not a field of this operation: did you mean "limit"?\n',
  );

  expect(await run('device/heartbeat', { a: 'x'.repeat(100_001) })).toContain(
    'The body has more than 100,000 characters of JSON. Send it in several requests.',
  );
  expect(await use('sandbox_inspect', { apiKey: 'a b' })).toContain(
    'Use visible ASCII characters only, without spaces.',
  );
});

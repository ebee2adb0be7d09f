import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { connectMcp } from '../support/mcp-client.ts';

// The documents are parsed, and a sandbox starts.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

interface Project {
  readonly apiKey: string;
  readonly platformUrl: string;
  readonly newDeviceId: string;
  readonly nodes: readonly {
    readonly nodeId: string;
    readonly bound: boolean;
    readonly connectionKey: string;
  }[];
}

it('exports a script that sends the requests of each device again', async () => {
  const client = await connectMcp();
  const use = async (name: string, args: Record<string, unknown>) => {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const text = (content as { text?: string }[]).map((part) => part.text ?? '').join('\n');
    expect(isError, text).not.toBe(true);
    const [, file = ''] = /```(?:json|bash)\n([\s\S]*)\n```/.exec(text) ?? [];
    return file;
  };
  const { apiKey, nodes, platformUrl, newDeviceId } = JSON.parse(
    await use('sandbox_create', {}),
  ) as Project;
  const one = nodes.find(({ bound }) => bound);
  const other = nodes.find(({ bound }) => !bound);
  if (!one || !other) throw new Error('the sample project has both kinds of nodes');
  const { status } = await fetch(`${platformUrl}/node/authorize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ nodeid: other.nodeId, deviceid: newDeviceId }),
  });
  expect(status).toBe(200);

  const submit = ({ nodeId }: typeof one, value: number) =>
    use('run', {
      operation: 'device/submitdata',
      body: { data: [{ variable: 'temperature', value, timestamp: 0 }] },
      apiKey,
      nodeId,
    });
  await submit(other, 41);
  await submit(one, 42);
  const script = await use('sandbox_inspect', { part: 'curl', apiKey });
  await submit(other, 0);
  await submit(one, 0);
  const env = {
    PATH: process.env.PATH,
    ANEDYA_CONNECTION_KEY: other.connectionKey,
    ANEDYA_CONNECTION_KEY_2: one.connectionKey,
  };
  await promisify(execFile)('bash', ['-c', script, 'transcript.sh', 'all'], { env });
  const latest = await use('run', {
    operation: 'platform/variables-latest',
    body: { nodes: [one.nodeId, other.nodeId], variable: 'temperature' },
    apiKey,
  });
  expect(JSON.parse(latest)).toMatchObject({
    data: { [other.nodeId]: { value: 41 }, [one.nodeId]: { value: 42 } },
  });
});

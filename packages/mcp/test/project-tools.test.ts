import { expect, it, vi } from 'vitest';
import { SandboxClient } from '../src/sandbox.ts';
import { connect, textOf } from './support/connect.ts';

// The documents are parsed.
vi.setConfig({ testTimeout: 120_000 });

it('says how to get the rest of a long project, and when there is no more', async () => {
  const events = Array.from({ length: 3 }, (_, id) => ({ id, text: 'x'.repeat(9_000) }));
  const response = { status: 200, warning: undefined, text: JSON.stringify({ events }) };
  const sandbox = new SandboxClient(() => Promise.resolve(response), 'localhost');
  const client = await connect(sandbox);
  const inspect = async (skip: number) => {
    const args = { apiKey: 'key', part: 'events', skip };
    return (await textOf(client, 'sandbox_inspect', args)).split('\n', 1)[0];
  };
  expect(await inspect(0)).toMatch(/Elements 0 to 1 of the 3 in "events" follow\..*"skip": 2/);
  const last = await inspect(2);
  expect(last).toContain('Elements 2 to 2 of the 3 in "events" follow.');
  expect(last).not.toContain('"skip"');
  expect(await inspect(3)).toContain('There are no more elements: "events" has 3.');
});

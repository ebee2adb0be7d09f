import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { notEmulated } from '../../src/core/not-emulated.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const harness = useHttpSandbox();

it('the README lists everything that gets 501', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const [, section = ''] = readme.split('\n## Not emulated\n');
  const rows = (section.split('\n## ')[0] ?? '').matchAll(
    /^\| `([^`]+)` +\| (.+?) +\| (.+?) +\|$/gm,
  );
  expect([...rows].map(([, name, why, instead]) => ({ name, why, instead }))).toEqual(
    notEmulated.map(({ name, why, instead }) => ({ name, why, instead })),
  );
});

it.each(notEmulated.map(({ name, why }) => [name, why] as const))(
  '%s gets 501 with a code and a sentence',
  async (name, why) => {
    const { apiKey, nodes } = harness.project;
    const [{ nodeId, connectionKey }] = nodes;
    const stream = { sources: { nodes: [nodeId] }, events: [name], expiry: 60 };
    const { status, body } = name.startsWith('/')
      ? await harness.http.device(name.slice('/device/v1'.length), connectionKey, {})
      : await harness.http.platform('/streams/create', apiKey, stream);
    expect(status).toBe(501);
    expect(body.error).toContain(why);
    expect(body.reasonCode ?? 'sandbox::notemulated').toBe('sandbox::notemulated');
    expect(body).toMatchObject({ success: false, errorcode: 1 });
  },
);

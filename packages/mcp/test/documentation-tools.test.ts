import { expect, it, vi } from 'vitest';
import { record } from '../../search/test/support/records.ts';
import { SandboxClient } from '../src/sandbox.ts';
import { connect, textOf } from './support/connect.ts';

// The documents are parsed.
vi.setConfig({ testTimeout: 120_000 });

const sandbox = new SandboxClient(() => Promise.reject(new Error('no sandbox')), 'localhost');

it('finds pages by words, and nothing without words', async () => {
  const page = record({ page: '/heartbeat/', headings: ['Heartbeat'] });
  const client = await connect(sandbox, undefined, [page]);
  expect(await textOf(client, 'search', { query: 'heartbeat' })).toContain('1. Heartbeat');
  for (const query of ['?!', ' ', '🙂']) {
    expect(await textOf(client, 'search', { query })).toContain(`No results for "${query}".`);
  }
});

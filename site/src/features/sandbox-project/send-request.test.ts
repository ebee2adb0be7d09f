import { describe, expect, it, vi } from 'vitest';
import type { SendDeps } from '../../requests/send';
import { operationsOf } from '../../../test/support/operations';
import { describedProject, json, stubBrowser, type Asked } from '../../../test/support/browser';

const server = 'http://localhost:3000/sandbox/platform/v1';
const [details] = (await operationsOf('platform')).filter(({ id }) => id === 'node-details');
if (!details) throw new Error('there is no node-details');
const operation = details;

/** A request that the fake platform received. */
interface SentRequest {
  readonly key: string | null;
  readonly body: string;
}

/**
 * A page with a sandbox that creates projects `p1`, `p2`, … with nodes `n1`, `n2`, …; projects in `ended` have expired.
 */
async function pageWith(ended: ReadonlySet<string>, respond?: () => Promise<Response>) {
  let made = 0;
  const described = (number: number) =>
    describedProject({
      projectId: `p${number}`,
      apiKey: `k${number}`,
      examples: { 'node id': `node-${number}` },
    });
  const { asked } = stubBrowser(({ method, key = '' }: Asked) => {
    if (method === 'POST') return json(described((made += 1)), 201);
    if (ended.has(key)) return json({ success: false, error: 'unknown' }, 401);
    return json(described(Number(key.slice(1))));
  });
  const sent: SentRequest[] = [];
  const deps: SendDeps = {
    fetch: (url, { headers, body } = {}) => {
      expect(url).toBe(`${server}/node/details`);
      const key = new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? null;
      sent.push({ key, body: typeof body === 'string' ? body : '' });
      if (respond) return respond();
      const isEnded = key !== null && ended.has(key);
      return Promise.resolve(json({ success: !isEnded }, isEnded ? 401 : 200));
    },
    isOnline: () => true,
    now: () => 0,
    setTimer: () => () => undefined,
    // Requests to the sandbox do not use the proxy.
    proxy: 'https://proxy.example.com/',
  };
  const { sendToSandbox } = await import('./send-request');
  const send = (edited?: string, cancel = new AbortController().signal, keepsProject = false) => {
    const [scheme] = operation.security;
    const wanted = { operation, server, scheme, edited, keepsProject };
    return sendToSandbox(wanted, deps, cancel);
  };
  return { asked, sent, send };
}

describe('a request to the sandbox', () => {
  it('creates a project first and uses its key and ids', async () => {
    const { asked, sent, send } = await pageWith(new Set());
    expect(await send()).toMatchObject({ outcome: { kind: 'response', status: 200 } });
    expect(asked[0]).toMatchObject({ method: 'POST', key: undefined });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.key).toBe('k1');
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ nodes: ['node-1'] });
  });

  it('is canceled while the project is being created, and is not sent later', async () => {
    const { sent, send } = await pageWith(new Set());
    const controller = new AbortController();
    const pending = send('{}', controller.signal);
    controller.abort();
    expect(await pending).toEqual({ outcome: { kind: 'canceled' }, body: '{}' });
    const { openSandboxProject } = await import('./project');
    await openSandboxProject();
    expect(sent).toEqual([]);
  });

  it('sends an edited body unchanged', async () => {
    const { sent, send } = await pageWith(new Set());
    expect((await send('{"nodes": []}')).body).toBe('{"nodes": []}');
    expect(sent[0]?.body).toBe('{"nodes": []}');
  });

  it('is retried once with a new project when the previous one has expired', async () => {
    const ended = new Set<string>();
    const { sent, send } = await pageWith(ended);
    await send();
    ended.add('k1');
    expect(await send()).toMatchObject({ outcome: { kind: 'response', status: 200 } });
    expect(sent.map(({ key }) => key)).toEqual(['k1', 'k1', 'k2']);
    expect(JSON.parse(sent[2]?.body ?? '')).toEqual({ nodes: ['node-2'] });
  });

  it('does not replace a project that it should keep', async () => {
    const ended = new Set<string>();
    const { asked, send } = await pageWith(ended);
    await send();
    ended.add('k1');
    const { outcome } = await send('{"nodes": ["node-1"]}', undefined, true);
    expect(outcome).toMatchObject({ kind: 'response', status: 401 });
    const { refreshSandboxProject } = await import('./project');
    await expect(refreshSandboxProject()).rejects.toThrow();
    expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('is not retried with an edited body for the previous project', async () => {
    const ended = new Set<string>();
    const { sent, send } = await pageWith(ended);
    await send();
    ended.add('k1');
    const { outcome } = await send('{"nodes": ["node-1"]}');
    expect(outcome).toMatchObject({ kind: 'failure', code: 'sandbox_replaced' });
    expect(sent).toHaveLength(2);
  });

  it('does not replace a project that ends after the response', async () => {
    const ended = new Set<string>();
    const { asked, send } = await pageWith(ended, () => {
      ended.add('k1');
      return Promise.resolve(json({ success: true }));
    });
    await send();
    await vi.waitFor(() => expect(asked.map(({ method }) => method)).toEqual(['POST', 'GET']));
    const { refreshSandboxProject } = await import('./project');
    await expect(refreshSandboxProject()).rejects.toThrow();
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  });

  it('returns a 401 of an existing project unchanged', async () => {
    const rejection = () => Promise.resolve(json({ success: false, error: 'no' }, 401));
    const { sent, send } = await pageWith(new Set(), rejection);
    expect(await send()).toMatchObject({ outcome: { kind: 'response', status: 401 } });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['sandbox_unreachable', () => Promise.reject(new TypeError('connection refused'))],
    ['sandbox_unreachable', () => Promise.resolve(new Response('bad gateway', { status: 502 }))],
    ['sandbox_absent', () => Promise.resolve(new Response('<h1>404', { status: 404 }))],
  ])('fails with %s', async (code, respond) => {
    const { send } = await pageWith(new Set(), respond);
    const { outcome } = await send();
    expect(outcome).toMatchObject({ kind: 'failure', code });
    expect(outcome.kind === 'failure' && outcome.hint).toMatch(/\w/);
  });
});

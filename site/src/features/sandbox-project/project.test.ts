import { describe, expect, it, vi } from 'vitest';
import { describedProject, json, stubBrowser } from '../../../test/support/browser';
import { ended, loadProject as load, sandbox } from '../../../test/support/fake-sandbox';

describe('the sandbox project', () => {
  it('is created on first use, with one request for concurrent callers', async () => {
    const { asked, session } = stubBrowser(sandbox().respond);
    const { openSandboxProject, sandboxProject } = await load();
    expect(sandboxProject()).toBeUndefined();
    const [first, second] = await Promise.all([openSandboxProject(), openSandboxProject()]);
    expect(first).toEqual(second);
    expect(asked).toEqual([
      { method: 'POST', url: 'http://localhost:3000/sandbox/projects', key: undefined },
    ]);
    expect(sandboxProject()).toMatchObject({ projectId: 'p1', apiKey: 'k1' });
    expect(JSON.stringify([...session.entries])).not.toContain('k1');
  });

  it('has addresses that this page can reach', async () => {
    stubBrowser(sandbox().respond);
    const { openSandboxProject } = await load();
    expect(await openSandboxProject()).toMatchObject({
      platformUrl: 'http://localhost:3000/sandbox/platform/v1',
      deviceUrl: 'http://localhost:3000/sandbox/device/v1',
      broker: { host: 'localhost', tls: 8883, webSocket: 'ws://localhost:3000/sandbox/mqtt' },
      // Empty values are omitted.
      examples: { 'node id': 'n1', 'device id': 'd1', 'binding secret': 'secret-b1' },
    });
  });

  it('is read again in another page of the browser', async () => {
    const { asked } = stubBrowser(sandbox().respond);
    const { openSandboxProject } = await load();
    await openSandboxProject();
    vi.resetModules();
    const again = await load();
    expect(again.sandboxProject()?.projectId).toBe('p1');
    expect((await again.openSandboxProject()).newDeviceId).toBe('read-again');
    expect(asked.map(({ method, key }) => [method, key])).toEqual([
      ['POST', undefined],
      ['GET', 'k1'],
    ]);
  });

  it('is replaced when it has expired, with a notice until the reader dismisses it', async () => {
    const { respond, alive } = sandbox();
    stubBrowser(respond);
    const { openSandboxProject, sandboxState, dismissReplacement: noteReplacement } = await load();
    await openSandboxProject();
    alive.clear();
    expect((await openSandboxProject()).projectId).toBe('p2');
    expect(sandboxState()?.isReplacement).toBe(true);
    noteReplacement();
    expect(sandboxState()?.isReplacement).toBe(false);
    await openSandboxProject();
    expect(sandboxState()).toMatchObject({ isReplacement: false, project: { projectId: 'p2' } });
  });

  it('is reset with its key, and an earlier request does not undo the reset', async () => {
    const { respond } = sandbox();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    stubBrowser(async (asked) => {
      if (asked.method === 'GET') await held;
      return respond(asked);
    });
    const { openSandboxProject, resetSandboxProject, sandboxProject } = await load();
    await openSandboxProject();
    const slow = openSandboxProject();
    expect(await resetSandboxProject()).toMatchObject({ newDeviceId: 'after-reset', apiKey: 'k1' });
    release();
    await slow;
    expect(sandboxProject()?.newDeviceId).toBe('after-reset');
  });

  it('stays with its sandbox when the reader switches while it is being created', async () => {
    const { respond } = sandbox();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    stubBrowser(async (asked) => {
      await held;
      return respond(asked);
    });
    const { openSandboxProject, sandboxProject, chooseSandbox } = await load();
    const slow = openSandboxProject();
    chooseSandbox('browser');
    release();
    expect((await slow).platformUrl).toBe('http://localhost:3000/sandbox/platform/v1');
    expect(sandboxProject()).toBeUndefined();
    chooseSandbox('server');
    expect(sandboxProject()).toMatchObject({ projectId: 'p1', apiKey: 'k1' });
  });

  it('can be deleted, also when it has expired', async () => {
    const { respond, alive } = sandbox();
    const { local } = stubBrowser(respond);
    const { deleteSandboxProject, openSandboxProject, sandboxState } = await load();
    await openSandboxProject();
    await deleteSandboxProject();
    expect(alive.size).toBe(0);
    expect(sandboxState()?.project).toBeUndefined();
    expect(JSON.stringify([...local.entries])).not.toContain('k1');
    await openSandboxProject();
    alive.clear();
    await deleteSandboxProject();
    expect(sandboxState()?.project).toBeUndefined();
  });

  it('is kept when the sandbox is unavailable', async () => {
    const { respond } = sandbox();
    let isDown = false;
    stubBrowser((asked) => (isDown ? Promise.reject(new TypeError('down')) : respond(asked)));
    const { openSandboxProject, sandboxProject } = await load();
    const { SandboxError } = await import('./errors');
    await openSandboxProject();
    isDown = true;
    await expect(openSandboxProject()).rejects.toBeInstanceOf(SandboxError);
    expect(sandboxProject()?.projectId).toBe('p1');
  });

  it.each(['', 'no JSON', '[]', '{"project":1}'])(
    'ignores invalid stored text: %j',
    async (text) => {
      const { local } = stubBrowser(sandbox().respond);
      local.setItem('docs-sandbox', text);
      const { openSandboxProject } = await load();
      expect((await openSandboxProject()).apiKey).toBe('k1');
    },
  );
});

describe('the file of a project', () => {
  const file = new Blob(['{}']);

  /** A sandbox that imports every file, or rejects it. */
  const importing = (rejection?: () => Response) => {
    const { respond, alive } = sandbox();
    const browser = stubBrowser((asked) => {
      if (!asked.url.endsWith('/import')) return respond(asked);
      if (rejection) return rejection();
      if (asked.key === undefined) {
        return json(describedProject({ projectId: 'imported', apiKey: 'new key' }), 201);
      }
      return alive.has(asked.key) ? json(describedProject({ projectId: 'replaced' })) : ended();
    });
    return { ...browser, alive };
  };

  it('replaces the data of the current project, with its key', async () => {
    const { asked } = importing();
    const { importSandboxProject, openSandboxProject, sandboxProject } = await load();
    await openSandboxProject();
    await importSandboxProject(file);
    expect(sandboxProject()).toMatchObject({ projectId: 'replaced', apiKey: 'k1' });
    expect(asked.at(-1)).toEqual({
      method: 'POST',
      url: 'http://localhost:3000/sandbox/projects/import',
      key: 'k1',
      file,
    });
  });

  it.each(['no project', 'an expired one'])(
    'becomes a new project in a browser with %s',
    async (had) => {
      const { alive } = importing();
      const { importSandboxProject, openSandboxProject, sandboxProject } = await load();
      if (had !== 'no project') await openSandboxProject();
      alive.clear();
      await importSandboxProject(file);
      expect(sandboxProject()).toMatchObject({ projectId: 'imported', apiKey: 'new key' });
    },
  );

  it.each([400, 409, 413, 429])('is rejected with %i, and the project stays', async (status) => {
    importing(() => json({ error: 'Project file: …' }, status, { 'retry-after': '120' }));
    const { importSandboxProject, openSandboxProject, sandboxProject } = await load();
    await openSandboxProject();
    await expect(importSandboxProject(file)).rejects.toMatchObject({
      title: 'The file was not imported',
      message: expect.stringContaining('Project file: …') as string,
    });
    expect(sandboxProject()?.projectId).toBe('p1');
  });
});

describe('an error says what happened and what to do', () => {
  const rejection = (status: number, headers = {}) =>
    json({ success: false, error: 'Too many projects.' }, status, headers);
  it.each([
    ['absent', () => new Response('<!doctype html>', { status: 404 })],
    ['absent', () => new Response('<!doctype html>', { status: 200 })],
    ['unreachable', () => new Response('Bad gateway', { status: 502 })],
    ['unreachable', () => Promise.reject(new TypeError('rejected'))],
    ['full', () => rejection(429, { 'retry-after': '120' })],
    ['full', () => rejection(413)],
    ['rejected', () => rejection(403)],
    ['broken', () => json({ success: true })],
    ['broken', () => json(describedProject({ apiKey: 'k', nodes: [{}] }))],
  ])('%s', async (kind, respond) => {
    stubBrowser(respond);
    const { openSandboxProject } = await load();
    const error = await openSandboxProject().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'SandboxError', kind });
    expect((error as Error & { hint: string }).hint).toMatch(/\w.*\.$/);
    if (kind === 'full') expect((error as Error).message).toBe('Too many projects.');
  });

  it('without a network: the sandbox may be on the same machine', async () => {
    const withoutNetwork = () => false;
    stubBrowser(() => {
      throw new TypeError('Failed to fetch');
    }, withoutNetwork);
    const away = await load();
    await expect(away.openSandboxProject()).rejects.toMatchObject({ kind: 'offline' });
    stubBrowser(() => json(describedProject({ apiKey: 'k' })), withoutNetwork);
    const local = await load();
    await expect(local.openSandboxProject()).resolves.toMatchObject({ apiKey: 'k' });
  });

  it('includes the time to wait', async () => {
    stubBrowser(() => rejection(429, { 'retry-after': '120' }));
    const { openSandboxProject } = await load();
    await expect(openSandboxProject()).rejects.toMatchObject({
      title: 'You have reached a limit of the sandbox',
      hint: 'Try again in 2 minutes, or use a sandbox in this browser.',
    });
  });
});

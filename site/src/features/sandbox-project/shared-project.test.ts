import { describe, expect, it, vi } from 'vitest';
import { stubBrowser } from '../../../test/support/browser';
import { loadProject as load, sandbox } from '../../../test/support/fake-sandbox';

describe('a key of another project', () => {
  /** A browser with project `p1`, beside `p2`, which a terminal has created. */
  async function withTerminal() {
    const { respond, alive } = sandbox();
    const browser = stubBrowser(respond);
    const page = await load();
    await page.openSandboxProject();
    void respond({
      method: 'POST',
      url: 'http://localhost:3000/sandbox/projects',
      key: undefined,
    });
    return { ...browser, ...page, alive };
  }

  it('makes all pages use that project, and the former one stays in the list', async () => {
    const { adoptKey, sandboxProject, knownProjects, switchProject } = await withTerminal();
    await adoptKey(' k2\n');
    expect(sandboxProject()).toMatchObject({ projectId: 'p2', apiKey: 'k2' });
    expect(knownProjects().map(({ projectId }) => projectId)).toEqual(['p2', 'p1']);
    const [, former] = knownProjects();
    if (former) await switchProject(former);
    expect(sandboxProject()).toMatchObject({ projectId: 'p1', apiKey: 'k1' });
    expect(knownProjects()).toHaveLength(2);
  });

  it('that no project has is an error, and the current project stays', async () => {
    const { adoptKey, sandboxProject } = await withTerminal();
    await expect(adoptKey('k9')).rejects.toMatchObject({
      title: 'No project has this API key',
      message: expect.stringContaining('localhost:3000 has no project') as string,
    });
    expect(sandboxProject()?.apiKey).toBe('k1');
  });

  it.each(['', 'k2 k3', '"k2"', 'key–2', 'k2\nX-Header: 1'])(
    'that is no key is an error, and is not sent: %j',
    async (text) => {
      const { adoptKey, importSandboxProject, asked } = await withTerminal();
      const before = asked.length;
      await expect(adoptKey(text)).rejects.toMatchObject({ title: 'This is not an API key' });
      if (text !== '') {
        await expect(importSandboxProject(new Blob(['{}']), text)).rejects.toMatchObject({
          title: 'This is not an API key',
        });
      }
      expect(asked).toHaveLength(before);
    },
  );

  it('that is one of the reader’s own values is never sent to the sandbox', async () => {
    const { adoptKey, importSandboxProject, asked } = await withTerminal();
    const { setValues } = await import('../../requests/own-values');
    setValues({ apiKey: 'k2', connectionKey: 'c2' });
    const before = asked.length;
    for (const key of ['k2', ' c2 ']) {
      const error = { title: 'This key is for the platform' };
      await expect(adoptKey(key)).rejects.toMatchObject(error);
      await expect(importSandboxProject(new Blob(['{}']), key)).rejects.toMatchObject(error);
    }
    expect(asked).toHaveLength(before);
  });

  it('of an expired project leaves the list', async () => {
    const { adoptKey, alive, knownProjects, sandboxProject, switchProject } = await withTerminal();
    await adoptKey('k2');
    alive.delete('k1');
    const [, former] = knownProjects();
    if (!former) throw new Error('the list lacks the former project');
    await expect(switchProject(former)).rejects.toMatchObject({
      title: 'This project has expired',
    });
    expect(knownProjects().map(({ projectId }) => projectId)).toEqual(['p2']);
    expect(sandboxProject()?.apiKey).toBe('k2');
  });

  it('replaces the data of its project with that of a file', async () => {
    const { asked, importSandboxProject, sandboxProject } = await withTerminal();
    await importSandboxProject(new Blob(['{}']), 'k2');
    expect(asked.at(-1)).toMatchObject({
      key: 'k2',
      url: expect.stringMatching(/import$/) as string,
    });
    expect(sandboxProject()).toMatchObject({ projectId: 'p2', apiKey: 'k2' });
    await expect(importSandboxProject(new Blob(['{}']), 'k9')).rejects.toMatchObject({
      title: 'The file was not imported',
      hint: expect.stringContaining('Check that it is the API key') as string,
    });
    expect(asked.at(-1)?.key).toBe('k9');
  });
});

describe('two tabs', () => {
  it('use one project, and a change in one applies to the other at once', async () => {
    stubBrowser(sandbox().respond);
    const first = await load();
    await first.openSandboxProject();
    vi.resetModules();
    const second = await load();
    expect(second.sandboxProject()?.apiKey).toBe('k1');
    const { onChange } = await import('../../requests/values-choice');
    const seen: (string | undefined)[] = [];
    onChange(() => seen.push(second.sandboxProject()?.apiKey));
    await first.addSandboxProject();
    // Browsers dispatch it in the other tabs.
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'docs-sandbox' }));
    expect(seen.at(-1)).toBe('k2');
  });

  it('keep a reset of the other tab, even if an earlier request of this one ends later', async () => {
    const { respond } = sandbox();
    let release: () => void = () => undefined;
    let isHeld = false;
    const held = new Promise<void>((resolve) => (release = resolve));
    stubBrowser(async (asked) => {
      if (isHeld && asked.method === 'GET') await held;
      return respond(asked);
    });
    const first = await load();
    await first.openSandboxProject();
    isHeld = true;
    const slow = first.openSandboxProject();
    vi.resetModules();
    const second = await load();
    await second.resetSandboxProject();
    release();
    await slow;
    expect(first.sandboxProject()?.newDeviceId).toBe('after-reset');
  });

  it('create one project when both need one', async () => {
    const { asked } = stubBrowser(sandbox().respond);
    let last: Promise<unknown> = Promise.resolve();
    vi.stubGlobal('navigator', {
      onLine: true,
      locks: {
        request: (_name: string, task: () => Promise<unknown>) => (last = last.then(task)),
      },
    });
    const first = await load();
    vi.resetModules();
    const second = await load();
    await Promise.all([first.openSandboxProject(), second.openSandboxProject()]);
    expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(second.sandboxProject()).toMatchObject({ apiKey: 'k1' });
  });

  it('say when the browser could not store the key, and work until the page is left', async () => {
    const { local } = stubBrowser(sandbox().respond);
    local.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { openSandboxProject, resetSandboxProject, sandboxProject } = await load();
    await openSandboxProject();
    expect(await resetSandboxProject()).toMatchObject({ apiKey: 'k1' });
    expect(sandboxProject()?.newDeviceId).toBe('after-reset');
    const { isStored } = await import('../../storage');
    expect(isStored('docs-sandbox')).toBe(false);
  });
});

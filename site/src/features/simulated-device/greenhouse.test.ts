import { describe, expect, it, vi } from 'vitest';
import { readApi } from '../../../content/api-reference/documents';
import { operationData } from '../../../content/api-reference/operation-data';
import type { DeviceEvents } from '@site/src/features/mqtt-console';
import { describedProject, json, stubBrowser } from '../../../test/support/browser';

const { config, document } = await readApi('platform');
const deleted = { kind: 'closed', code: 152, text: '' } as const;

/** A page with a running device, whose connection the test controls. */
async function runningDevice() {
  let hasEnded = false;
  const { asked } = stubBrowser(({ method, url, key }) => {
    const name = /^\/operations\/(.+)\.json$/.exec(url)?.[1];
    const operation = document.allOperations.find(({ id }) => id === name);
    if (operation) return json(operationData(config, document, operation));
    if (url.endsWith('/projects') && method === 'POST') {
      return json(describedProject({ apiKey: 'k1' }), 201);
    }
    if (hasEnded && key === 'k1') return json({ success: false, error: 'unknown' }, 401);
    return json({ ...describedProject(), nodeParams: [] });
  });
  const { Greenhouse } = await import('./greenhouse');
  const project = {
    ...(await import('../sandbox-project/project')),
    ...(await import('../sandbox-project/project-state')),
  };
  const { onChange } = await import('../../requests/values-choice');
  const connections: { readonly events: DeviceEvents; hasEnded: boolean }[] = [];
  const greenhouse = new Greenhouse(
    {
      topicPrefix: 'root/{deviceId}/',
      subscribe: [],
      operations: [],
      guideOperations: [],
      samples: { http: {}, mqtt: {} },
    },
    '/operations/',
    (_options, events) => {
      const connection = { events, hasEnded: false };
      connections.push(connection);
      const end = () => {
        connection.hasEnded = true;
      };
      return { publish: () => undefined, subscribe: () => undefined, end, drop: end };
    },
  );
  await greenhouse.start();
  const [connection] = connections;
  if (!connection) throw new Error('the device did not connect');
  connection.events.onReady([]);
  // The requests of the start have read the project again.
  await project.openSandboxProject();
  expect(greenhouse.getState()).toMatchObject({ device: { power: 'on' }, problem: undefined });
  const projectsCreated = () =>
    asked.filter(({ method, url }) => method === 'POST' && url.endsWith('/projects')).length;
  const end = () => (hasEnded = true);
  return { greenhouse, connection, asked, project, onChange, projectsCreated, end };
}

describe('the end of a connection', () => {
  it('names the sandbox, and is followed by a read of the health', async () => {
    const { greenhouse, connection, asked } = await runningDevice();
    connection.events.onEnd({ kind: 'unreachable' });
    expect(greenhouse.getState().problem?.message).toBe(
      'Could not connect to localhost over MQTT.',
    );
    await vi.waitFor(() => expect(asked.at(-2)?.url).toMatch(/\/platform\/v1\/health\/status$/));
    greenhouse.dispose();
  });

  it('by the deletion of the project sends no request', async () => {
    const { greenhouse, connection, asked } = await runningDevice();
    const before = asked.length;
    connection.events.onEnd(deleted);
    expect(greenhouse.getState()).toMatchObject({
      device: { power: 'lost' },
      health: undefined,
      problem: { title: 'The credentials of this device are no longer valid' },
    });
    // The data of the operation would be fetched immediately.
    expect(asked).toHaveLength(before);
  });

  it('creates no project when another program has deleted the project', async () => {
    const { greenhouse, connection, projectsCreated, end } = await runningDevice();
    end();
    connection.events.onEnd({ kind: 'lost' });
    await vi.waitFor(() =>
      expect(greenhouse.getState().notice).toContain('was deleted or has expired'),
    );
    expect(projectsCreated()).toBe(1);
    greenhouse.dispose();
  });

  it('after the deletion of the project creates no project', async () => {
    const { greenhouse, connection, project, projectsCreated } = await runningDevice();
    await project.deleteSandboxProject();
    connection.events.onEnd({ kind: 'lost' });
    await vi.waitFor(() => expect(greenhouse.getState().notice).toContain('another'));
    expect(projectsCreated()).toBe(1);
  });
});

describe('another project of the tab', () => {
  it('stops the device, and its back end sends no request', async () => {
    const { greenhouse, connection, asked, project, onChange } = await runningDevice();
    onChange(greenhouse.followProject);
    await project.openSandboxProject();
    expect(greenhouse.getState().device?.power).toBe('on');
    project.chooseSandbox('browser');
    expect(connection.hasEnded).toBe(true);
    expect(greenhouse.getState()).toMatchObject({
      device: undefined,
      isStarting: false,
      problem: { message: 'This browser now uses another sandbox project or other credentials.' },
    });
    const before = asked.length;
    greenhouse.sendCommand('set-led', 'on');
    greenhouse.end('unplug');
    expect(asked).toHaveLength(before);
  });

  it.each([{ connectionKey: 'other' }, { deviceId: 'other' }])(
    'stops the device: %j',
    async (fields) => {
      const { greenhouse, connection, project } = await runningDevice();
      const current = project.sandboxProject();
      const nodes = current?.nodes.map((node) => ({ ...node, ...fields })) ?? [];
      if (current) project.replaceState('server', { project: { ...current, nodes } });
      greenhouse.followProject();
      expect(connection.hasEnded).toBe(true);
      expect(greenhouse.getState().problem?.hint).toMatch(/^Start the device again/);
      await greenhouse.start();
      expect(greenhouse.getState()).toMatchObject({
        device: { power: 'connecting' },
        problem: undefined,
      });
      greenhouse.dispose();
    },
  );
});

/** What the page imports needs a browser. */
async function submitted() {
  stubBrowser(() => json({}));
  return import('./state');
}

describe('the submitted values', () => {
  it('are the last of each variable, as text', async () => {
    const { submittedValues } = await submitted();
    const data = [
      { variable: 'temperature', value: 21 },
      { variable: 'lamp', value: 'on' },
      { variable: 'temperature', value: 22.5 },
    ];
    expect([...submittedValues({ data })]).toEqual([
      ['temperature', '22.5'],
      ['lamp', 'on'],
    ]);
  });

  it.each([5, null, 'text', [null, 5, ['x']], [{ variable: 'lamp', value: { toString: 1 } }]])(
    'of a body with %j as its data do not stop the page',
    async (data) => {
      const { submittedValues } = await submitted();
      expect(() => submittedValues({ data })).not.toThrow();
    },
  );
});

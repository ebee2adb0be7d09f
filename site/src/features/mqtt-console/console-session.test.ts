import { describe, expect, it } from 'vitest';
import { awayFor, ConsoleSession } from './console-session';
import type { DeviceEvents, DeviceOptions } from './device-client';
import type { Ack, MqttEntry } from './timeline';
import type { End, Problem } from './problems';
import type { SandboxProject } from '@site/src/features/sandbox-project';

const key = 'hush-key';

const node = (deviceId: string, bound: boolean, connectionKey = key) => ({
  nodeId: `node-${deviceId}`,
  name: 'Demo',
  deviceId,
  bound,
  connectionKey,
  bindingSecret: '',
});

const project = (...nodes: SandboxProject['nodes']): SandboxProject => ({
  projectId: 'p',
  apiKey: 'api',
  platformUrl: '',
  deviceUrl: '',
  expires: 0,
  nodes,
  newDeviceId: '',
  commandId: '',
  assetId: '',
  readAt: 0,
  examples: { 'node id': 'node-d-1' },
  broker: {
    host: 'docs.example.com',
    tcp: 1883,
    tls: undefined,
    webSocket: 'wss://docs.example.com/sandbox/mqtt',
  },
});

interface Dialed {
  readonly options: DeviceOptions;
  readonly events: DeviceEvents;
  readonly published: { topic: string; text: string; qos: number; onAck: (ack: Ack) => void }[];
  hasEnded: boolean;
}

/** A session with a broker, a clock and timers that the test controls. */
function start(opened: () => Promise<SandboxProject> = () => Promise.resolve(demo)) {
  const dialed: Dialed[] = [];
  const timers: { run: () => void; milliseconds: number; isStopped: boolean }[] = [];
  const clock = { time: 1000 };
  let tell: (value: SandboxProject | undefined) => void = () => undefined;
  const session = new ConsoleSession(
    {
      topicPrefix: 'root/{deviceId}/',
      subscribe: ['response', 'errors'].map((suffix) => ({
        topic: `root/{deviceId}/${suffix}`,
        purpose: '',
      })),
      operations: [],
      guideOperations: [],
      samples: { http: {}, mqtt: {} },
    },
    {
      connect: (options, events) => {
        const one: Dialed = { options, events, published: [], hasEnded: false };
        dialed.push(one);
        return {
          subscribe: () => undefined,
          publish: (topic, text, qos, onAck) => one.published.push({ topic, text, qos, onAck }),
          end: () => {
            one.hasEnded = true;
          },
          drop: () => {
            one.hasEnded = true;
          },
        };
      },
      openProject: opened,
      watchProject: (listener) => {
        tell = listener;
      },
      projectProblem: (error) => ({ title: String(error), message: 'm', hint: 'h' }),
      now: () => clock.time,
      setTimer: (run, milliseconds) => {
        const timer = { run, milliseconds, isStopped: false };
        timers.push(timer);
        return () => {
          timer.isStopped = true;
        };
      },
    },
  );
  const last = () => {
    const found = dialed.at(-1);
    if (!found) throw new Error('there was no connection');
    return found;
  };
  const elapse = () => {
    const due = timers.filter(({ isStopped }) => !isStopped).at(-1);
    if (!due) throw new Error('no timer runs');
    due.isStopped = true;
    clock.time += due.milliseconds;
    due.run();
    return due.milliseconds;
  };
  const texts = () =>
    session.getState().entries.map((entry: MqttEntry) => (entry.kind === 'note' ? entry.text : ''));
  return {
    session,
    dialed,
    timers,
    clock,
    last,
    elapse,
    texts,
    tell: (value?: SandboxProject) => tell(value),
  };
}

const demo = project(node('free', false), node('d-1', true), node('d-2', true));
const lost: End = { kind: 'lost' };

async function connected(opened?: () => Promise<SandboxProject>) {
  const test = start(opened);
  await test.session.connect();
  test.last().events.onReady([]);
  return test;
}

describe('connecting', () => {
  it('connects as the demo device and subscribes to all topics', async () => {
    const { session, last } = start();
    await session.connect();
    expect(session.getState().link.kind).toBe('connecting');
    expect(last().options).toMatchObject({ deviceId: 'd-1', connectionKey: key, version: 5 });
    expect(last().options.url).toBe('wss://docs.example.com/sandbox/mqtt');
    expect(last().options.topics).toEqual(['root/d-1/response', 'root/d-1/errors']);
    last().events.onReady([]);
    expect(session.getState().link.kind).toBe('connected');
  });

  it('uses the protocol version that the reader selected', async () => {
    const { session, last } = start();
    session.chooseVersion(4);
    await session.connect();
    expect(last().options.version).toBe(4);
  });

  it('reports a missing project, and a node without a device', async () => {
    const broken = start(() => Promise.reject(new Error('full')));
    await broken.session.connect();
    expect(broken.session.getState().link).toMatchObject({
      kind: 'failed',
      problem: { title: 'Error: full' } satisfies Partial<Problem>,
    });
    const empty = start(() => Promise.resolve(project(node('', false))));
    await empty.session.connect();
    expect(empty.session.getState().link.kind).toBe('failed');
    expect(empty.dialed).toHaveLength(0);
  });

  it('can be canceled while the project is being created', async () => {
    let open: (value: SandboxProject) => void = () => undefined;
    const { session, dialed } = start(
      () =>
        new Promise((resolve) => {
          open = resolve;
        }),
    );
    const under = session.connect();
    session.disconnect();
    open(demo);
    await under;
    expect(dialed).toHaveLength(0);
    expect(session.getState().link.kind).toBe('idle');
  });

  it('says which subscriptions were rejected', async () => {
    const { session, last, texts } = start();
    await session.connect();
    last().events.onReady(['root/d-1/errors']);
    expect(texts()).toContain('The broker rejected the subscription to root/d-1/errors.');
    expect(texts()[0]).toContain('Subscribed to 1 topics');
  });
});

describe('the tab’s project', () => {
  const reset = project(node('d-1', true, 'another-key'));

  it('is the project of the session, connected or not', () => {
    const { session, tell } = start();
    tell(demo);
    expect(session.getState()).toMatchObject({ link: { kind: 'idle' }, project: demo });
    tell(undefined);
    expect(session.getState()).toMatchObject({ link: { kind: 'idle' }, project: undefined });
  });

  it.each([
    ['was dropped', undefined],
    ['has other credentials', reset],
  ])('closes the connection when it %s', async (_what, changed) => {
    const { session, last, tell } = await connected();
    tell(changed);
    expect(last().hasEnded).toBe(true);
    expect(session.getState()).toMatchObject({
      link: {
        kind: 'failed',
        problem: { title: 'The credentials of this device are no longer valid' },
      },
      project: changed,
    });
  });

  it('is not connected to again when it is deleted while the session waits', async () => {
    const { session, dialed, timers, last, tell } = await connected();
    last().events.onEnd(lost);
    expect(session.getState().link.kind).toBe('waiting');
    tell(undefined);
    expect(timers.every(({ isStopped }) => isStopped)).toBe(true);
    expect(session.getState().link.kind).toBe('failed');
    expect(dialed).toHaveLength(1);
  });

  it('does not close the connection when only its data changes', async () => {
    const { session, last, tell } = await connected();
    const fresh = { ...demo, commandId: 'newer' };
    tell(fresh);
    expect(last().hasEnded).toBe(false);
    expect(session.getState()).toMatchObject({ link: { kind: 'connected' }, project: fresh });
  });
});

describe('messages', () => {
  it('are sent, acknowledged and get a response', async () => {
    const { session, last } = await connected();
    session.publish('root/d-1/time', '{"reqId":"a"}', 1);
    const [sent] = last().published;
    expect(sent).toMatchObject({ topic: 'root/d-1/time', qos: 1 });
    sent?.onAck({ code: 0, text: 'Success', isGood: true });
    last().events.onMessage('root/d-1/response', '{"reqId":"a"}', 1);
    expect(session.getState().entries.slice(1)).toMatchObject([
      { kind: 'out', ack: { code: 0 }, responseId: 3 },
      { kind: 'in', requestId: 2 },
    ]);
  });

  it('are not sent without a connection', async () => {
    const { session, last } = await connected();
    session.disconnect();
    session.publish('root/d-1/time', '{}', 1);
    expect(last().published).toHaveLength(0);
  });

  it('without an acknowledgement are marked when the connection ends', async () => {
    const { session, last } = await connected();
    session.publish('root/d-1/time', '{}', 1);
    last().events.onEnd(lost);
    expect(session.getState().entries[1]).toMatchObject({ ack: { text: 'Not acknowledged' } });
  });

  it('of a canceled connection are ignored', async () => {
    const { session, last } = await connected();
    const old = last();
    session.disconnect();
    expect(old.hasEnded).toBe(true);
    const before = session.getState();
    old.events.onMessage('root/d-1/response', '{}', 0);
    old.events.onEnd(lost);
    old.events.onReady([]);
    expect(session.getState()).toBe(before);
  });

  it('are removed when the timeline is cleared', async () => {
    const { session, clock } = await connected();
    clock.time = 77;
    session.clear();
    expect(session.getState()).toMatchObject({ entries: [], clearedAt: 77 });
  });
});

describe('a lost connection', () => {
  it('is retried with increasing delays, up to a maximum', async () => {
    const { session, dialed, last, elapse, timers } = await connected();
    const waits: number[] = [];
    last().events.onEnd(lost);
    while (session.getState().link.kind === 'waiting') {
      waits.push(elapse());
      last().events.onEnd({ kind: 'unreachable' });
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
    expect(session.getState().link.kind).toBe('failed');
    expect(dialed).toHaveLength(6);
    expect(timers.every(({ isStopped }) => isStopped)).toBe(true);
  });

  it('that is lost again immediately does not reset the attempts', async () => {
    const { session, dialed, last, elapse } = await connected();
    last().events.onEnd(lost);
    while (session.getState().link.kind === 'waiting') {
      elapse();
      last().events.onReady([]);
      last().events.onEnd(lost);
    }
    expect(dialed).toHaveLength(6);
  });

  it('that was stable resets the attempts', async () => {
    const { last, elapse, clock } = await connected();
    last().events.onEnd(lost);
    expect(elapse()).toBe(1000);
    last().events.onReady([]);
    clock.time += 60_000;
    last().events.onEnd(lost);
    expect(elapse()).toBe(1000);
  });

  it('is retried once with MQTT 3.1.1, which does not report a session takeover', async () => {
    const { session, dialed, last, elapse } = start();
    session.chooseVersion(4);
    await session.connect();
    last().events.onReady([]);
    last().events.onEnd(lost);
    elapse();
    last().events.onReady([]);
    last().events.onEnd(lost);
    expect(session.getState().link).toMatchObject({
      problem: { message: expect.stringContaining('may have connected') as string },
    });
    expect(dialed).toHaveLength(2);
  });

  it.each([
    { kind: 'rejected', code: 134, text: '' },
    { kind: 'closed', code: 142, text: '' },
    { kind: 'closed', code: 152, text: '' },
    { kind: 'unreachable' },
  ] as const)('is not retried after %o', async (end) => {
    const { session, dialed, last } = start();
    await session.connect();
    last().events.onEnd(end);
    expect(session.getState().link.kind).toBe('failed');
    expect(dialed).toHaveLength(1);
  });

  it('is not retried after the reader disconnects', async () => {
    const { session, last, timers } = await connected();
    last().events.onEnd(lost);
    session.disconnect();
    expect(timers.every(({ isStopped }) => isStopped)).toBe(true);
    expect(session.getState().link.kind).toBe('idle');
  });
});

describe('on other pages', () => {
  it('the connection stays open, records messages, and is closed after 10 minutes', async () => {
    const { session, last, elapse, texts } = await connected();
    session.leave();
    last().events.onMessage('root/d-1/commands', '{"commandId":"c"}', 1);
    expect(session.getState().entries).toHaveLength(2);
    expect(elapse()).toBe(awayFor);
    expect(last().hasEnded).toBe(true);
    expect(session.getState().link.kind).toBe('idle');
    expect(texts().at(-1)).toBe('Disconnected after 10 minutes on other pages.');
  });

  it('returning earlier keeps the connection', async () => {
    const { session, timers } = await connected();
    session.leave();
    session.arrive();
    expect(timers.every(({ isStopped }) => isStopped)).toBe(true);
    expect(session.getState().link.kind).toBe('connected');
  });
});

it('no entry contains the connection key', async () => {
  const { session, last } = await connected();
  last().events.onEnd({ kind: 'closed', code: 142, text: 'Taken over.' });
  expect(JSON.stringify(session.getState().entries)).not.toContain(key);
});

import { describe, expect, it } from 'vitest';
import { awayFor, ConsoleSession } from '../../src/mqtt-console/console-session';
import type { DeviceEvents, DeviceOptions } from '../../src/mqtt-console/device-client';
import type { Ack, MqttEntry } from '../../src/mqtt-console/timeline';
import type { End, Problem } from '../../src/mqtt-console/problems';
import type { SandboxProject } from '../../src/sandbox/project-data';

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

/** A session with a broker, a clock and timers that the test moves. */
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
      calls: [],
    },
    {
      connect: (options, events) => {
        const one: Dialed = { options, events, published: [], hasEnded: false };
        dialed.push(one);
        return {
          publish: (topic, text, qos, onAck) => one.published.push({ topic, text, qos, onAck }),
          end: () => {
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
    if (!found) throw new Error('nothing was dialed');
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
  it('takes the demo device of the project, and all topics', async () => {
    const { session, last } = start();
    await session.connect();
    expect(session.getState().link.kind).toBe('connecting');
    expect(last().options).toMatchObject({ deviceId: 'd-1', connectionKey: key, version: 5 });
    expect(last().options.url).toBe('wss://docs.example.com/sandbox/mqtt');
    expect(last().options.topics).toEqual(['root/d-1/response', 'root/d-1/errors']);
    last().events.onReady([]);
    expect(session.getState().link.kind).toBe('connected');
  });

  it('speaks the version that the reader chose', async () => {
    const { session, last } = start();
    session.chooseVersion(4);
    await session.connect();
    expect(last().options.version).toBe(4);
  });

  it('tells why there is no project, and that none has a device', async () => {
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

  it('can be taken back while the project opens', async () => {
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

  it('is the session’s, connected or not', () => {
    const { session, tell } = start();
    tell(demo);
    expect(session.getState()).toMatchObject({ link: { kind: 'idle' }, project: demo });
    tell(undefined);
    expect(session.getState()).toMatchObject({ link: { kind: 'idle' }, project: undefined });
  });

  it.each([
    ['was dropped', undefined],
    ['has other keys', reset],
  ])('ends the connection when it %s', async (_what, changed) => {
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

  it('is dialed no more when it goes while the session waits', async () => {
    const { session, dialed, timers, last, tell } = await connected();
    last().events.onEnd(lost);
    expect(session.getState().link.kind).toBe('waiting');
    tell(undefined);
    expect(timers.every(({ isStopped }) => isStopped)).toBe(true);
    expect(session.getState().link.kind).toBe('failed');
    expect(dialed).toHaveLength(1);
  });

  it('leaves the connection alone when only its content changes', async () => {
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

  it('whose acknowledgement never came say so when the connection ends', async () => {
    const { session, last } = await connected();
    session.publish('root/d-1/time', '{}', 1);
    last().events.onEnd(lost);
    expect(session.getState().entries[1]).toMatchObject({ ack: { text: 'Not acknowledged' } });
  });

  it('of a connection that was given up are not listened to', async () => {
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

  it('are gone after clearing', async () => {
    const { session, clock } = await connected();
    clock.time = 77;
    session.clear();
    expect(session.getState()).toMatchObject({ entries: [], clearedAt: 77 });
  });
});

describe('a connection that breaks', () => {
  it('is tried again, later each time, and not for ever', async () => {
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

  it('again and again at once counts as one breakage', async () => {
    const { session, dialed, last, elapse } = await connected();
    last().events.onEnd(lost);
    while (session.getState().link.kind === 'waiting') {
      elapse();
      last().events.onReady([]);
      last().events.onEnd(lost);
    }
    expect(dialed).toHaveLength(6);
  });

  it('after a good while starts from the beginning', async () => {
    const { last, elapse, clock } = await connected();
    last().events.onEnd(lost);
    expect(elapse()).toBe(1000);
    last().events.onReady([]);
    clock.time += 60_000;
    last().events.onEnd(lost);
    expect(elapse()).toBe(1000);
  });

  it('is tried once with MQTT 3.1.1, which does not tell who took over', async () => {
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
  ] as const)('is left alone after %o', async (end) => {
    const { session, dialed, last } = start();
    await session.connect();
    last().events.onEnd(end);
    expect(session.getState().link.kind).toBe('failed');
    expect(dialed).toHaveLength(1);
  });

  it('is no longer tried once the reader disconnects', async () => {
    const { session, last, timers } = await connected();
    last().events.onEnd(lost);
    session.disconnect();
    expect(timers.every(({ isStopped }) => isStopped)).toBe(true);
    expect(session.getState().link.kind).toBe('idle');
  });
});

describe('on other pages', () => {
  it('the connection stays, keeps what arrives, and ends after a while', async () => {
    const { session, last, elapse, texts } = await connected();
    session.leave();
    last().events.onMessage('root/d-1/commands', '{"commandId":"c"}', 1);
    expect(session.getState().entries).toHaveLength(2);
    expect(elapse()).toBe(awayFor);
    expect(last().hasEnded).toBe(true);
    expect(session.getState().link.kind).toBe('idle');
    expect(texts().at(-1)).toBe('Disconnected after 10 minutes on other pages.');
  });

  it('coming back in time changes nothing', async () => {
    const { session, timers } = await connected();
    session.leave();
    session.arrive();
    expect(timers.every(({ isStopped }) => isStopped)).toBe(true);
    expect(session.getState().link.kind).toBe('connected');
  });
});

it('no entry holds the connection key', async () => {
  const { session, last } = await connected();
  last().events.onEnd({ kind: 'closed', code: 142, text: 'Taken over.' });
  expect(JSON.stringify(session.getState().entries)).not.toContain(key);
});

import { afterEach, describe, expect, it } from 'vitest';
import type { SharedState } from '../../src/core/shared-state.ts';
import { Device } from '../mqtt/support/device.ts';
import { startBroker, type TestBroker } from '../mqtt/support/start.ts';
import { linkedStates } from '../support/linked-states.ts';

/** Reason codes "session taken over" (MQTT 5.0, 3.14.2.1) and "server busy" (3.2.2.2). */
const sessionTakenOver = 142;
const serverBusy = 137;

function signal(): [Promise<void>, () => void] {
  let send: () => void = () => undefined;
  return [new Promise((resolve) => (send = resolve)), () => send()];
}

describe('one device on two servers', () => {
  const started: TestBroker[] = [];
  afterEach(() => Promise.all(started.splice(0).map((server) => server.close())));

  async function start(states: SharedState[], limits = {}) {
    for (const shared of states)
      started.push(await startBroker(limits, started[0]?.platform, shared));
    const [one, two] = started;
    if (!one || !two) throw new Error('two servers are started');
    return { one, two, node: one.platform.addNode() };
  }

  it('keeps the connection that came last', async () => {
    const { one, two, node } = await start(linkedStates(2, { now: () => 0 }));
    const first = await Device.connect(one.url, node, 5);
    const second = await Device.connect(two.url, node, 5);
    expect(await first.ended).toBe(sessionTakenOver);
    const third = await Device.connect(one.url, node, 5);
    expect(await second.ended).toBe(sessionTakenOver);
    expect(await third.request('heartbeat/json', {})).toMatchObject({ topic: 'response' });
    await third.end();
  });

  it('leaves other devices alone', async () => {
    const { one, two, node } = await start(linkedStates(2, { now: () => 0 }));
    const other = await Device.connect(one.url, one.platform.addNode(), 5);
    const device = await Device.connect(two.url, node, 5);
    expect(await other.request('heartbeat/json', {})).toMatchObject({ topic: 'response' });
    await other.end();
    await device.end();
  });

  it('keeps one connection when they arrive at the same time', async () => {
    const states = linkedStates(2, { now: () => 0 });
    // The first number is told late: the other server has told its own by then.
    const [asked, ask] = signal();
    const [told, tell] = signal();
    const [slow] = states as [SharedState, SharedState];
    const late: SharedState = {
      ...slow,
      nextNumber: async () => {
        const number = await slow.nextNumber();
        ask();
        await told;
        return number;
      },
    };
    const { one, two, node } = await start([late, ...states.slice(1)]);
    const first = Device.connect(one.url, node, 5).catch((error: unknown) => error);
    await asked;
    const second = await Device.connect(two.url, node, 5);
    tell();
    // "Session taken over" is not a reason of CONNACK.
    expect(await first).toMatchObject({ code: serverBusy });
    expect(await second.request('heartbeat/json', {})).toMatchObject({ topic: 'response' });
    expect(one.broker.connected).toBe(0);
    await second.end();
  });

  it('keeps the connection when another server rejects a new one because it is full', async () => {
    const { one, two, node } = await start(linkedStates(2, { now: () => 0 }), { connections: 1 });
    const other = await Device.connect(
      two.url,
      one.platform.addNode({ projectId: 'project-2' }),
      5,
    );
    const device = await Device.connect(one.url, node, 5);
    await expect(Device.connect(two.url, node, 5)).rejects.toMatchObject({ code: serverBusy });
    expect(await device.request('heartbeat/json', {})).toMatchObject({ topic: 'response' });
    await device.end();
    await other.end();
  });

  it('connects as often as one server would let it', async () => {
    const limits = { connects: { burst: 2, perSecond: 0.1 } };
    const { one, two, node } = await start(linkedStates(2, { now: () => 0 }), limits);
    await (await Device.connect(one.url, node, 5)).end();
    await (await Device.connect(two.url, node, 5)).end();
    await expect(Device.connect(one.url, node, 5)).rejects.toMatchObject({ code: 159 });
  });
});

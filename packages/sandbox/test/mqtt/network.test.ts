import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { mqttLimits, type MqttLimits } from '../../src/core/limits.ts';
import { NetworkConnections } from '../../src/mqtt/network.ts';
import { ManualTimers } from './support/manual-timers.ts';

function start(changes: Partial<MqttLimits>) {
  const clock = { time: 0, now: () => clock.time };
  const timers = new ManualTimers();
  const network = new NetworkConnections({ ...mqttLimits, ...changes }, clock, timers);
  /** Streams in the order of their arrival. */
  const streams: PassThrough[] = [];
  const arrive = (client: string) => {
    const stream = new PassThrough();
    streams.push(stream);
    return network.admit(stream, client);
  };
  /** Numbers of the connections that are open. */
  const open = () => streams.flatMap(({ destroyed }, index) => (destroyed ? [] : [index]));
  return { clock, timers, network, streams, arrive, open };
}

test('in total, the oldest connection without credentials makes way', () => {
  const { network, arrive, open } = start({ connections: 2 });
  arrive('a')?.authenticate();
  arrive('b');
  arrive('c');
  arrive('d')?.authenticate();
  expect(open()).toEqual([0, 1, 2, 3]);
  arrive('e')?.authenticate();
  expect(open()).toEqual([0, 2, 3, 4]);
  arrive('f')?.authenticate();
  expect(open()).toEqual([0, 3, 4, 5]);
  expect(arrive('g')).toBeUndefined();
  expect([open(), network.open]).toEqual([[0, 3, 4, 5], 4]);
});

test('a client with too many connections loses its own, and keeps nobody else out', () => {
  const { arrive, open } = start({ connectionsPerClient: 3 });
  arrive('a')?.authenticate();
  for (let count = 0; count < 10; count += 1) arrive('b');
  expect(open()).toEqual([0, 8, 9, 10]);
  for (let count = 0; count < 3; count += 1) arrive('b')?.authenticate();
  expect(open()).toEqual([0, 11, 12, 13]);
  expect(arrive('b')).toBeUndefined();
  expect(arrive('a')).toBeDefined();
});

test('a connection counts until its stream is closed', async () => {
  const { network, streams, arrive } = start({ connectionsPerClient: 1 });
  arrive('a')?.authenticate();
  expect(arrive('a')).toBeUndefined();
  streams[0]?.destroy(new Error('reset'));
  await new Promise(setImmediate);
  expect(network.open).toBe(0);
  expect(arrive('a')).toBeDefined();
});

test('a connection that was removed while it was read no longer counts', () => {
  const { arrive } = start({ incompleteBytes: 100, incompleteBytesPerClient: 60 });
  const one = arrive('a');
  one?.authenticate();
  one?.destroy();
  expect(one?.hold('packet', 60)).toBe(true);
  expect(arrive('a')?.hold('packet', 60)).toBe(true);
});

test('a connection without CONNECT ends in time', () => {
  const { timers, arrive, open } = start({ connectTimeout: 1000 });
  arrive('a');
  arrive('a')?.stopTimer();
  timers.advance(1000);
  expect(open()).toEqual([1]);
});

test('a client that connects all the time gets no further connection until time has passed', () => {
  const clientTraffic = { burst: 50, perSecond: 10 };
  const { clock, streams, arrive } = start({ clientTraffic });
  expect([arrive('a'), arrive('a'), arrive('a')].every(Boolean)).toBe(false);
  expect(arrive('b')).toBeDefined();
  // However often it has tried.
  for (let count = 0; count < 1000; count += 1) arrive('a');
  expect(streams.filter(({ destroyed }) => !destroyed)).toHaveLength(3);
  clock.time += 5000;
  expect(arrive('a')).toBeDefined();
});

test('incomplete packets are limited per client, and in total at the cost of the client that holds the most', () => {
  const { arrive, open } = start({ incompleteBytesPerClient: 100, incompleteBytes: 150 });
  const [one, two, other] = [arrive('a'), arrive('a'), arrive('b')];
  expect(one?.hold('packet', 60)).toBe(true);
  expect(two?.hold('message', 60)).toBe(false);
  expect(two?.hold('message', 40)).toBe(true);
  expect(other?.hold('packet', 60)).toBe(true);
  expect(open()).toEqual([1, 2]);
  // No client holds more than this one would.
  expect(arrive('c')?.hold('packet', 60)).toBe(false);
});

test('in total, the client with the most connections loses its oldest to one that has fewer', () => {
  const { network, arrive, open } = start({ connections: 4, connectionsPerClient: 4 });
  for (const client of ['a', 'a', 'a', 'a', 'b', 'b', 'c', 'c']) arrive(client)?.authenticate();
  expect(network.open).toBe(8);
  arrive('new')?.authenticate();
  expect(open()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  // No other client holds more than this one would.
  expect(arrive('c')).toBeUndefined();
});

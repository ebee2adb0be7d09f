import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { generate } from 'mqtt-packet';
import { expect, test, vi } from 'vitest';
import { bytesInUse } from '../support/bytes-in-use.ts';
import { Device, type Version } from './support/device.ts';
import { hostileBytes } from './support/hostile-packets.ts';
import { Random } from './support/random.ts';
import { connectPacket } from './support/raw-client.ts';
import { startBroker } from './support/start.ts';

// 10,000 packets are one test.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const packets = 10_000;
const megabyte = 1_000_000;
const plenty = { burst: 1_000_000, perSecond: 1_000_000 };

test(`${packets} hostile packets crash nothing, touch nobody else and leave nothing behind`, async () => {
  const served = await startBroker({
    connects: plenty,
    failures: plenty,
    requests: plenty,
    connectTimeout: 60_000,
  });
  const { platform, url, broker } = served;
  const victim = platform.addNode({ projectId: 'project-2' });
  const attacker = platform.addNode({ deviceId: victim.deviceId });
  const bystander = await Device.connect(url, victim);
  await bystander.subscribe('#');
  const random = new Random(Number(process.env.FUZZ_SEED));
  const used: number[] = [];

  for (let sent = 0; sent < packets; sent += 1) {
    // Slow enough for what one address may cost.
    served.clock.time += 100;
    const version = random.pick<Version>([4, 5]);
    const hostile = Array.from({ length: 1 + random.below(3) }, () =>
      hostileBytes(random, attacker, version),
    );
    // The first one is read in any case; those after it when it did not end the connection.
    const isConnected = random.below(8) > 0;
    const connect = generate(connectPacket(attacker, version), { protocolVersion: version });
    const [near, far] = duplexPair();
    broker.accept(far, 'fuzz');
    near.resume().end(Buffer.concat(isConnected ? [connect, ...hostile] : hostile));
    await once(far, 'close');
    if (sent % 1000 === 0) used.push(bytesInUse());
  }

  const response = await bystander.request('heartbeat/json', {});
  expect(response.body.success).toBe(true);
  expect(bystander.messages.unread).toEqual([]);
  expect([victim.points, victim.values.size, victim.logs]).toEqual([[], 0, []]);
  // The packets got somewhere: requests were handled for the attacker.
  expect(platform.requests).toBeGreaterThan(1000);
  expect(attacker.points.length).toBeGreaterThan(50);
  expect(served.errors).toEqual([]);
  expect(Object.keys({})).toEqual([]);
  expect(({} as { reqId?: string }).reqId).toBeUndefined();
  await broker.disconnect('project-1');
  expect(broker.connected).toBe(1);
  const [first = 0, last = 0] = [used[2], used.at(-1)];
  expect(last - first).toBeLessThan(10 * megabyte);
  await served.close();
});

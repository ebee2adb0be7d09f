import type { Duplex } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { generate } from 'mqtt-packet';
import { HonestDevice } from './support/honest-device.ts';
import { connected, connectPacket, floods, open, transports } from './support/mqtt.ts';
import { flood, resetEverywhere } from './support/raw.ts';
import { attacker, type Project } from './support/site-process.ts';
import { useServer } from './support/use-server.ts';

const server = useServer();
/** Bytes that each connection tries to send. */
const much = 4_000_000;

describe('MQTT', () => {
  let victim: Project;
  let project: Project;
  beforeAll(async () => {
    victim = await server.process.createProject();
    project = await server.process.createProject();
  });

  describe.each(transports)('over %s', (transport) => {
    describe.each([4, 5] as const)('version %d', (version) => {
      it('serves others during floods of every packet', async () => {
        const device = await HonestDevice.connect(victim);
        await server.attack(async () => {
          for (const packet of Object.values(floods(project, version))) {
            const stream = await connected(project, transport, version);
            const chunk = Buffer.concat(
              Array.from({ length: Math.ceil(16_384 / packet.length) }, () => packet),
            );
            await flood(stream, chunk, much);
            stream.destroy();
            await device.submit();
          }
        });
        expect(await device.leave()).toEqual([]);
      });
    });
  });

  it('serves others while ten connections flood at once', async () => {
    const device = await HonestDevice.connect(victim);
    const kinds = ['PINGREQ', 'SUBSCRIBE', 'UNSUBSCRIBE', 'PUBLISH to others', 'PUBACK'];
    const packets = floods(project, 5);
    await server.attack(async () => {
      const all = Array.from({ length: 10 }, async (_, index) => {
        const own = await server.process.createProject();
        const stream = await connected(own, 'tcp', 5, attacker(index));
        const packet = packets[kinds[index % kinds.length] ?? ''] ?? Buffer.alloc(2);
        const chunk = Buffer.concat(
          Array.from({ length: Math.ceil(65_536 / packet.length) }, () => packet),
        );
        await flood(stream, chunk, much / 4);
        stream.destroy();
      });
      await Promise.all(all);
      await device.submit();
    });
    expect(await device.leave()).toEqual([]);
  });

  it('survives responses to devices that subscribed to nothing', async () => {
    await server.attack(async () => {
      const projects: Project[] = [];
      for (let index = 0; index < 19; index += 1)
        projects.push(await server.process.createProject());
      await Promise.all(
        projects.map(async (own, index) => {
          const stream = await connected(own, 'tcp', 4, attacker(index));
          const packets = floods(own, 4);
          if (index === 0) stream.write(packets.SUBSCRIBE ?? '');
          const request = packets['PUBLISH of broken JSON'] ?? Buffer.alloc(0);
          for (let round = 0; round < 195; round += 1) stream.write(request);
          await flood(stream, packets.PINGREQ ?? Buffer.alloc(0), 200);
          stream.destroy();
        }),
      );
    });
  });

  it.each(transports)(
    'gives way to others while 1,500 of one address connect over %s and wait',
    async (transport) => {
      const device = await HonestDevice.connect(victim);
      await server.attack(async (hold) => {
        const streams: Duplex[] = [];
        for (let index = 0; index < 1500; index += 1) streams.push(await open(project, transport));
        await device.submit();
        const late = await HonestDevice.connect(project);
        await late.submit();
        expect(await late.leave()).toEqual([]);
        await hold();
        for (const stream of streams) stream.destroy();
      });
      expect(await device.leave()).toEqual([]);
    },
  );

  it('survives a reset after each byte of CONNECT, of a TLS hello and of an upgrade', async () => {
    const packet = generate(connectPacket(project, 5), { protocolVersion: 5 });
    const hello = Buffer.from('16030100c8010000c40303', 'hex');
    const upgrade = [
      'GET /mqtt HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Protocol: mqtt',
      '',
      '',
    ].join('\r\n');
    const { tcp, tls } = project.broker;
    await server.attack(async () => {
      await resetEverywhere(tcp, packet);
      await resetEverywhere(tls, Buffer.concat([hello, Buffer.alloc(200)]));
      await resetEverywhere(server.port, Buffer.from(upgrade.replace('/mqtt', '/sandbox/mqtt')));
    });
  });
});

import { randomUUID } from 'node:crypto';
import type { SharedState } from '../../../src/core/shared-state.ts';
import { type BrokerOptions, MqttBroker } from '../../../src/mqtt/broker.ts';
import type { DeviceApi } from '../../../src/mqtt/device-api.ts';
import { type Listener, listenTcp } from '../../../src/mqtt/listener.ts';
import { apiDocuments } from '../../support/api-documents.ts';
import { ManualTimers } from './manual-timers.ts';
import { TestPlatform } from './platform.ts';

/** The Device API, with the operations that only guides describe. */
export const { device: document } = await apiDocuments();

export const anywhere = { host: '127.0.0.1', port: 0 } as const;

/** A broker at a free TCP port, over a platform in memory. */
export interface TestBroker {
  readonly broker: MqttBroker;
  readonly platform: TestPlatform;
  readonly tcp: Listener;
  readonly url: string;
  /** Reported errors. */
  readonly errors: unknown[];
  /** Milliseconds since 1970; tests move it. */
  readonly clock: { time: number };
  /** Waits of the broker; tests move them. */
  readonly timers: ManualTimers;
  close(): Promise<void>;
}

/**
 * @param deviceApi replaces the in-memory platform
 * @param shared with other servers
 */
export async function startBroker(
  limits: BrokerOptions['limits'] = {},
  deviceApi?: DeviceApi,
  shared?: SharedState,
): Promise<TestBroker> {
  const platform = new TestPlatform(document.allOperations);
  const errors: unknown[] = [];
  const clock = { time: Date.UTC(2026, 0, 1), now: () => clock.time };
  const timers = new ManualTimers();
  const broker = new MqttBroker({
    document,
    clock,
    timers,
    limits,
    deviceApi: deviceApi ?? platform,
    ...(shared && { shared }),
    ids: { uuid: randomUUID, hex: () => '', alphanumeric: () => '' },
    report: (error) => errors.push(error),
  });
  const tcp = await listenTcp(broker, anywhere);
  return {
    broker,
    platform,
    tcp,
    errors,
    clock,
    timers,
    url: `mqtt://127.0.0.1:${tcp.port}`,
    close: async () => {
      await broker.close();
      await tcp.close();
    },
  };
}

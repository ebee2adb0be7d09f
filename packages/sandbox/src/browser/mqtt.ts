/**
 * MQTT for the sandbox in a browser: a separate script, which the worker loads for the first connection. The broker is that of
 * the server; for the browser, the build replaces Node.js's streams and buffers by `readable-stream` and `buffer`.
 */
import { randomIds } from '../ids.ts';
import { type BrokerOptions, MqttBroker } from '../mqtt/broker.ts';
import { packetStream, type PacketInput, type PacketOutput } from '../mqtt/packet-stream.ts';
import type { Timers } from '../mqtt/timers.ts';
import type { Sandbox } from '../sandbox.ts';

export interface MqttServer {
  /** Serves a client: MQTT packets in both directions, in pieces of any size. */
  accept(output: PacketOutput): PacketInput;
}

export interface MqttServerOptions extends Pick<BrokerOptions, 'document' | 'deviceApi'> {
  readonly sandbox: Pick<Sandbox, 'listen'>;
  readonly soon: Timers['soon'];
}

/** Everything in a browser is one client. */
const client = 'page';

/** Starts the broker of a sandbox. It runs as long as the worker. */
export function serveMqtt(options: MqttServerOptions): MqttServer {
  const { sandbox, soon, document, deviceApi } = options;
  const clock = { now: () => Date.now() };
  const timers: Timers = {
    set: (action, milliseconds) => {
      let timer = setTimeout(action, milliseconds);
      return {
        refresh: () => {
          clearTimeout(timer);
          timer = setTimeout(action, milliseconds);
        },
        clear: () => clearTimeout(timer),
      };
    },
    soon,
    next: (action) => queueMicrotask(action),
  };
  const report = (error: unknown) => console.error(error);
  const broker = new MqttBroker({
    document,
    deviceApi,
    clock,
    timers,
    ids: randomIds(clock),
    report,
  });
  sandbox.listen((announcement) => broker.announce(announcement));
  return {
    accept: (output) => {
      const { stream, input } = packetStream(output);
      broker.accept(stream, client);
      return input;
    },
  };
}

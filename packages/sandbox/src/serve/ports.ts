import type { MqttBroker } from '../mqtt/broker.ts';
import type { TlsIdentity } from '../mqtt/tls-identity.ts';
import { listenTcp, listenTls, listenWebSocket, type Listener } from '../mqtt/listener.ts';

/** MQTT ports: TCP, TLS, and WebSocket with or without TLS. 0 chooses a free port; an omitted kind is not served. */
export interface MqttPorts {
  readonly tcp?: number;
  readonly tls?: number;
  readonly webSocket?: number;
}

/** Ports that are open, and how to close them. */
export interface OpenPorts {
  readonly ports: MqttPorts;
  close(): Promise<void>;
}

/** Why a port is not served, for the operator of the sandbox. */
function why(port: number, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const text = 'the sandbox runs without it';
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program: ${text}`;
  if (code === 'EACCES') return `Port ${port} may not be opened (choose one above 1023): ${text}`;
  return `Port ${port} cannot be opened (${message}): ${text}`;
}

/**
 * Opens the ports of a broker. One that cannot be opened is skipped with a warning: another broker on 1883 is common, and the
 * rest of the sandbox works without it.
 * @param host name or address to listen at
 * @param warn called with one sentence for each skipped port
 */
export async function openPorts(
  broker: MqttBroker,
  identity: TlsIdentity,
  host: string,
  wanted: MqttPorts,
  warn: (message: string) => void,
): Promise<OpenPorts> {
  const listeners: Listener[] = [];
  async function open(
    port: number | undefined,
    listen: (address: { host: string; port: number }) => Promise<Listener>,
  ): Promise<number | undefined> {
    if (port === undefined) return undefined;
    try {
      const listener = await listen({ host, port });
      listeners.push(listener);
      return listener.port;
    } catch (error) {
      warn(why(port, error));
      return undefined;
    }
  }
  const tcp = await open(wanted.tcp, (address) => listenTcp(broker, address));
  const tls = await open(wanted.tls, (address) => listenTls(broker, address, identity));
  const webSocket = await open(wanted.webSocket, (address) =>
    listenWebSocket(broker, address, identity),
  );
  return {
    ports: {
      ...(tcp !== undefined && { tcp }),
      ...(tls !== undefined && { tls }),
      ...(webSocket !== undefined && { webSocket }),
    },
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.close()));
    },
  };
}

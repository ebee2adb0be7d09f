import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { certificateFile } from '../../samples/mqtt/broker.ts';

async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** First bytes of MQTT packets. */
export const packet = { connect: 0x10, subscribe: 0x82 } as const;

/**
 * Starts a TLS broker of MQTT 3.1.1 that accepts every client, and closes each connection on one kind of packet.
 * @returns its port, the number of connections so far, and a function that stops it
 */
export async function startClosingBroker(closesOn: number) {
  const keyFile = certificateFile.replace('.cert.', '.key.');
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createSecureServer(
    { cert: readFileSync(certificateFile), key: readFileSync(keyFile) },
    (socket) => {
      connections += 1;
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', ([first]) => {
        if (first === closesOn) socket.end();
        else if (first === packet.connect) socket.write(Buffer.of(0x20, 2, 0, 0));
      });
    },
  );
  const port = await listen(server);
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, connections: () => connections, stop };
}

/** A network between a program and a broker, which a test interrupts. */
export class Network {
  readonly port: number;
  private server: Server;
  private readonly target: number;
  private readonly sockets = new Set<Socket>();

  private constructor(server: Server, port: number, target: number) {
    this.server = server;
    this.port = port;
    this.target = target;
    this.forward();
  }

  /** @param target port of the broker */
  static async start(target: number): Promise<Network> {
    const server = createServer();
    return new Network(server, await listen(server), target);
  }

  /** Closes all connections, and rejects new ones. */
  interrupt(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  /** Accepts connections again, on the same port. */
  async restore(): Promise<void> {
    this.server = createServer();
    await listen(this.server, this.port);
    this.forward();
  }

  /** Closes the next connection immediately. */
  dropNext(): void {
    this.server.prependOnceListener('connection', (socket) => socket.destroy());
  }

  private forward(): void {
    this.server.on('connection', (socket) => {
      const other = connect(this.target, '127.0.0.1');
      for (const each of [socket, other]) {
        this.sockets.add(each);
        each.on('error', () => undefined);
      }
      socket.on('close', () => other.destroy()).pipe(other);
      other.on('close', () => socket.destroy()).pipe(socket);
    });
  }
}

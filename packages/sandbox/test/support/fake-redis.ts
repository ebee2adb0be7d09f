import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A command as clients send it: an array of strings (https://redis.io/docs/latest/develop/reference/protocol-spec/). */
const command = /\*\d+\r\n(?:\$\d+\r\n[^\r]*\r\n)+?(?=\*|$)/g;

const text = (value: string) => `$${Buffer.byteLength(value)}\r\n${value}\r\n`;

/** As much of Redis as a client needs to subscribe to one channel, on which only the test speaks. */
export class FakeRedis {
  private readonly sockets = new Set<Socket>();
  private subscriber: { readonly socket: Socket; readonly channel: string } | undefined;

  /** @param hangUps subscriptions after which it closes the connection */
  private constructor(
    private readonly server: Server,
    private hangUps: number,
  ) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        for (const [sent] of bytes.toString('utf8').matchAll(command)) this.response(socket, sent);
      });
    });
  }

  static async start(hangUps: number): Promise<FakeRedis> {
    const server = createServer();
    const redis = new FakeRedis(server, hangUps);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Publishes a message to all subscribers. */
  publish(message: string): void {
    if (!this.subscriber) return;
    const { socket, channel } = this.subscriber;
    socket.write(`>3\r\n${text('message')}${text(channel)}${text(message)}`);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private response(socket: Socket, sent: string): void {
    const [, , name = '', , channel = ''] = sent.split('\r\n');
    if (name.toLowerCase() !== 'subscribe') {
      socket.write('+OK\r\n');
    } else if (this.hangUps > 0) {
      this.hangUps -= 1;
      socket.destroy();
    } else {
      this.subscriber = { socket, channel };
      socket.write(`>3\r\n${text('subscribe')}${text(channel)}:1\r\n`);
    }
  }
}

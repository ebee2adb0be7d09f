import { Buffer } from 'buffer';
import { Duplex } from 'node:stream';

/** What a client without a network connection gets. */
export interface PacketOutput {
  send(bytes: Uint8Array): void;
  /** Called once, when the connection is closed. */
  closed(): void;
}

/** What it sends: MQTT packets, in pieces of any size. */
export interface PacketInput {
  receive(bytes: Uint8Array): void;
  end(): void;
}

/** Returns the stream of a client that exchanges messages with the broker, and not bytes over a network. */
export function packetStream(output: PacketOutput): { stream: Duplex; input: PacketInput } {
  const stream = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      output.send(chunk);
      done();
    },
  });
  stream.once('close', () => {
    output.closed();
  });
  const input: PacketInput = {
    receive: (bytes) => {
      stream.push(Buffer.from(bytes));
    },
    end: () => {
      stream.destroy();
    },
  };
  return { stream, input };
}

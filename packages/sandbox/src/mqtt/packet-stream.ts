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
  // The last packet has been sent. Over a network, the broker would wait for the client to close its side.
  stream.once('finish', () => stream.destroy());
  stream.once('close', () => {
    output.closed();
  });
  let hasEnded = false;
  const input: PacketInput = {
    receive: (bytes) => {
      if (!hasEnded) stream.push(Buffer.from(bytes));
    },
    // What was received is handled first, such as a DISCONNECT, which discards the will (MQTT 5.0, 3.14.4).
    end: () => {
      if (!hasEnded) stream.push(null);
      hasEnded = true;
    },
  };
  return { stream, input };
}

import { connect, type Socket } from 'node:net';
import { attacker } from './site-process.ts';

/** Opens a connection from an address of the attacker and ignores errors, which are expected. */
export function dial(port: number, from = attacker()): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => resolve(socket));
    socket.once('connect', () => resolve(socket));
  });
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });

/** Sends bytes and immediately resets the connection, before anything can be read. */
export async function sendAndReset(port: number, bytes: Buffer, from?: string): Promise<void> {
  const socket = await dial(port, from);
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  socket.resetAndDestroy();
  await closed(socket);
}

/** Resets a connection after each number of bytes of a request. */
export async function resetEverywhere(port: number, bytes: Buffer, from?: string): Promise<void> {
  const together = 32;
  for (let start = 0; start <= bytes.length; start += together) {
    const lengths = Array.from({ length: together }, (_, index) => start + index).filter(
      (length) => length <= bytes.length,
    );
    await Promise.all(lengths.map((length) => sendAndReset(port, bytes.subarray(0, length), from)));
  }
}

/** Sends bytes and collects the response until the server closes the connection. */
export async function exchangeRaw(port: number, bytes: string, from?: string): Promise<string> {
  const socket = await dial(port, from);
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  socket.write(bytes, 'latin1');
  await closed(socket);
  return text;
}

/** Sends the same bytes repeatedly while the server reads, up to a maximum or until the connection is closed. */
export async function flood(
  socket: NodeJS.WritableStream & { destroyed: boolean },
  chunk: Buffer,
  total: number,
): Promise<number> {
  let sent = 0;
  while (sent < total && !socket.destroyed) {
    sent += chunk.length;
    if (socket.write(chunk)) {
      await new Promise<void>((resolve) => setImmediate(resolve));
      continue;
    }
    await new Promise<void>((resolve) => {
      const go = () => {
        socket.off('drain', go).off('close', go).off('error', go);
        clearTimeout(patience);
        resolve();
      };
      // The server no longer reads, so the flood is over.
      const patience = setTimeout(() => {
        sent = total;
        go();
      }, 1000);
      socket.on('drain', go).on('close', go).on('error', go);
    });
  }
  return sent;
}

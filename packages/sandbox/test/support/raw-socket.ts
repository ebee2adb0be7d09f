import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Opens a connection to the loopback address; errors of the socket are left to its `close` event. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes, then cuts the connection with a reset (RST), as a hostile or crashed client does. */
export async function sendAndReset(port: number, bytes: string): Promise<void> {
  const socket = await openSocket(port);
  await new Promise<void>((resolve) => {
    socket.write(bytes, 'latin1', () => {
      socket.resetAndDestroy();
      resolve();
    });
  });
}

/** Everything received until the connection is closed. */
export async function received(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  // A reset is an end like any other: `once` would throw its error.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

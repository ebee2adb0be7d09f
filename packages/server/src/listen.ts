import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Listens at a host. The name `localhost` may have an IPv4 and an IPv6 address, of which Node takes the first: a second server
 * listens at the other one, as Fastify does for servers that it makes itself.
 * @param addressesOf resolves a name
 * @returns the port, which the system chooses for 0
 * @throws Error when the host cannot be listened at
 */
export async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  addressesOf = (name: string) => lookup(name, { all: true }),
): Promise<number> {
  await app.listen({ host, port });
  const own = app.server.address() as AddressInfo;
  if (host !== 'localhost') return own.port;
  for (const { address } of await addressesOf(host)) {
    if (address === own.address) continue;
    const other = app.connections.createServer((request, response) => {
      app.routing(request, response);
    });
    app.server.once('close', () => other.close());
    await new Promise<void>((resolve) => {
      // A machine may name an address that it does not have.
      other.once('error', () => {
        resolve();
      });
      other.listen(own.port, address, resolve);
    });
  }
  return own.port;
}

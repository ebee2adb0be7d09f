import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { Documents } from '../core/api/call-table.ts';
import type { Clock } from '../core/context.ts';
import type { MqttPorts } from '../serve/ports.ts';
import { ConnectionGuard } from '../serve/connection-guard.ts';
import { mqttPath } from '../serve/paths.ts';
import { openService } from '../serve/service.ts';
import type { Settings } from './settings.ts';

const prefix = '/sandbox';

/** How long requests in flight may take at shutdown, in milliseconds. */
const grace = 10_000;

/** A running sandbox, with its open ports. */
export interface Served {
  readonly port: number;
  readonly apiPorts: { readonly platform: number; readonly device: number };
  readonly mqttPorts: MqttPorts;
  /** Accepts no more connections, and resolves when no request is in flight. */
  close(): Promise<void>;
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/**
 * Serves a sandbox alone: everything below `/sandbox` of one port, and each API at `/v1` of a separate port, so that a
 * program needs only another base URL.
 * @param clock the clock of the system unless it is given
 * @throws Error when the store, or a port of HTTP, cannot be opened
 */
export async function serveAlone(
  settings: Settings,
  documents: Documents,
  warn: (message: string) => void,
  clock?: Clock,
): Promise<Served> {
  const {
    host,
    mqttPorts,
    dataDir,
    databaseUrl,
    redisUrl,
    maxProjects,
    pageOrigins = [],
  } = settings;
  let { port } = settings;
  const service = await openService({
    documents,
    host,
    mqttPorts,
    dataDir,
    maxProjects,
    pageOrigins,
    warn,
    localUrl: () => `http://${host}:${port}${prefix}`,
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(redisUrl !== undefined && { redisUrl }),
    ...(clock && { clock }),
  });
  // Only errors of the sandbox itself: a line names where one happened, and quotes nothing of a request.
  const app = Fastify({ forceCloseConnections: 'idle', logger: { level: 'error' } });
  await app.register(service.plugin, { prefix });
  await app.ready();
  const guard = new ConnectionGuard({ clientOf: ({ remoteAddress }) => remoteAddress });
  guard.acceptWebSockets(`${prefix}${mqttPath}`, service.upgrades(prefix));

  /** @param api whose operations are at `/v1` */
  function httpServer(api?: 'platform' | 'device'): Server {
    return guard.createServer((request, response) => {
      const { url = '/' } = request;
      if (api && url.startsWith('/v1/')) request.url = `${prefix}/${api}${url}`;
      app.routing(request, response);
    });
  }

  const servers = {
    all: httpServer(),
    platform: httpServer('platform'),
    device: httpServer('device'),
  };
  const close = async () => {
    await service.disconnectClients();
    for (const server of Object.values(servers)) server.close();
    await guard.end(grace);
    await app.close();
    await service.close();
  };
  try {
    port = await listen(servers.all, host, port);
    return {
      port,
      apiPorts: {
        platform: await listen(servers.platform, host, settings.apiPorts.platform),
        device: await listen(servers.device, host, settings.apiPorts.device),
      },
      mqttPorts: service.ports,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

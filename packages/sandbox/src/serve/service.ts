import Fastify, { type FastifyPluginCallback } from 'fastify';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Documents } from '../core/api/operation-table.ts';
import type { Clock, JsonObject } from '../core/context.ts';
import { MqttBroker } from '../mqtt/broker.ts';
import { type MqttPorts, openPorts } from '../mqtt/listener.ts';
import { nodeTimers } from '../mqtt/timers.ts';
import { TlsIdentity } from '../mqtt/tls-identity.ts';
import {
  type AddressOf,
  addressOfSocket,
  upgradeHandler,
  type UpgradeHandler,
} from '../mqtt/websocket.ts';
import { localUrlHost, mqttPath, streamsPath } from '../core/paths.ts';
import type { HandlerOptions } from '../http/handler.ts';
import { randomIds } from '../ids.ts';
import { clientRateLimit } from '../core/client-rate-limit.ts';
import { localSharedState } from '../core/shared-state.ts';
import { limits, streamLimits } from '../core/limits.ts';
import { StreamEndpoint } from '../streams/endpoint.ts';
import { nodePlatform } from '../node-platform.ts';
import { type CommonOptions, openSandbox, type Sandbox } from '../sandbox.ts';
import { openDataFolder } from '../store/data-folder.ts';
import { StoreUnavailableError } from '../store/database.ts';
import { openSnapshots, openStore } from '../store/open.ts';
import { ConnectionGuard } from './connection-guard.ts';
import { openCrashJournal } from './crash-journal.ts';
import { clientKey } from './fairness/index.ts';
import { type PluginOptions, sandboxPlugin } from './fastify.ts';
import { createsProject, originOf } from './origin.ts';
import type { Settings } from './settings.ts';

export interface ServiceOptions extends Omit<CommonOptions, 'filesBase'> {
  /** Public base URL without a trailing slash; defaults to the base URL of each request. */
  readonly publicUrl?: string;
  /** Local base URL for responses over MQTT, where no request names one. */
  readonly localUrl: () => string;
  /** Folder of the database and of the certificates, created if missing. */
  readonly dataDir: string;
  /** PostgreSQL server that stores the state instead of a file in `dataDir`. */
  readonly databaseUrl?: string;
  /** Redis server that connects several sandboxes on one PostgreSQL server. */
  readonly redisUrl?: string;
  /** Host name or address of the MQTT ports. */
  readonly host: string;
  readonly mqttPorts: MqttPorts;
  /** Other origins whose pages may create projects, such as the site. */
  readonly pageOrigins?: readonly string[];
  /** Returns the key that limits count a client under, over HTTP and MQTT; defaults to `clientKey` of its address. */
  readonly clientKey?: (address: string) => string;
  /** Returns the URL of the site for the base URL of the sandbox, for links in errors; see `HandlerOptions`. */
  readonly siteUrl?: HandlerOptions['siteUrl'];
  /** Called with one sentence about what does not work, and why. It contains no secrets. */
  readonly warn: (message: string) => void;
}

/** A sandbox with its broker, ready to be mounted on an HTTP server. */
export interface SandboxService {
  readonly sandbox: Sandbox;
  readonly plugin: FastifyPluginCallback<PluginOptions>;
  /** Open MQTT ports. */
  readonly ports: MqttPorts;
  /**
   * Handles MQTT over WebSocket at `<prefix>/mqtt`, and live streams, for upgrade requests of the HTTP server that the plugin is
   * mounted on.
   * @param addressOf returns the address of the client; by default the address of the socket, which may be a proxy
   */
  upgrades(prefix: string, addressOf?: AddressOf): UpgradeHandler;
  /** Closes all connections of MQTT and of streams. HTTP requests are served until `close` is called. */
  disconnectClients(): Promise<void>;
  close(): Promise<void>;
}

export type { MqttPorts } from '../mqtt/listener.ts';
export type { UpgradeHandler } from '../mqtt/websocket.ts';
export { StoreUnavailableError } from '../store/database.ts';

const day = 86_400_000;

/** Returns the names and addresses that clients may use for this machine. */
function tlsNames(host: string, publicUrl: string | undefined): string[] {
  const isWildcard = host === '0.0.0.0' || host === '::';
  // An IPv6 address has brackets in URLs only.
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...(isWildcard ? [] : [host]), ...own])];
}

async function openIdentity({ dataDir, host, publicUrl }: ServiceOptions, clock: Clock) {
  const folder = path.join(dataDir, 'tls');
  try {
    return await TlsIdentity.open({ folder, names: tlsNames(host, publicUrl), clock });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown error';
    throw new StoreUnavailableError(
      `The sandbox cannot use its certificates in ${folder}: ${reason}. Make the folder readable and writable for this user, move it away so that new ones are created, or set SANDBOX_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/**
 * Connects to the state that several servers share. It loads the Redis client only if needed.
 * @throws StoreUnavailableError for an invalid URL
 */
async function openSharedState(
  url: string | undefined,
  clock: Clock,
  report: (message: string) => void,
) {
  if (url === undefined) return localSharedState(clock);
  if (!/^rediss?:\/\//.test(url) || !URL.canParse(url)) {
    // The value may contain a password.
    throw new StoreUnavailableError(
      'REDIS_URL is not the URL of a Redis server: write it as redis://user:password@host:6379, special characters percent-encoded, or unset it for a sandbox on one server.',
    );
  }
  const { RedisSharedState } = await import('../shared-state/redis.ts');
  return RedisSharedState.open({ url, clock, report });
}

/** Returns the addresses of the broker, based on the host name of a request. */
function brokerAddresses(base: string, { tcp, tls }: MqttPorts, ca: string): JsonObject {
  return {
    host: new URL(base).hostname,
    ...(tcp !== undefined && { tcp }),
    ...(tls !== undefined && { tls, ca }),
    webSocket: `${base.replace(/^http/, 'ws')}${mqttPath}`,
  };
}

/**
 * Starts a sandbox with its store, certificates and broker. It skips an MQTT port that cannot be opened, with a warning.
 * @throws StoreUnavailableError if the data folder, the database file or the database server cannot be used
 */
export async function openService(options: ServiceOptions): Promise<SandboxService> {
  const { dataDir, databaseUrl, host, mqttPorts, publicUrl, pageOrigins, localUrl, warn } = options;
  const { clientKey: keyOf = clientKey } = options;
  const clock = options.clock ?? { now: () => Date.now() };
  openDataFolder(dataDir);
  const location =
    databaseUrl === undefined ? { file: path.join(dataDir, 'sandbox.db') } : { databaseUrl };
  const shared = await openSharedState(options.redisUrl, clock, warn);
  const { file } = location;
  const platform = {
    ...nodePlatform,
    openStore: () => openStore(location, warn),
    ...(file !== undefined && { openSnapshots: () => Promise.resolve(openSnapshots(file)) }),
  };
  let journal: ReturnType<typeof openCrashJournal> | undefined;
  // Opened with the store, which only one process can open.
  const openJournal = () => (journal ??= openCrashJournal(dataDir, clock));
  const crashJournal = {
    start: (client: string) => openJournal().start(client),
    writeEnds: () => openJournal().writeEnds(),
    wait: (client: string) => openJournal().wait(client),
  };
  const sandbox = await openSandbox(platform, {
    ...options,
    shared,
    crashJournal,
    filesBase: () => publicUrl ?? localUrl(),
  }).catch(async (error: unknown) => {
    await shared.close();
    throw error;
  });
  const closeState = async () => {
    try {
      await sandbox.close();
    } finally {
      journal?.close();
      await shared.close();
    }
  };
  let identity: TlsIdentity;
  try {
    openJournal();
    // Opened after the store, which only one process can open: otherwise, two processes could create different certificate
    // authorities.
    identity = await openIdentity(options, clock);
  } catch (error) {
    await closeState();
    throw error;
  }
  const broker = new MqttBroker({
    document: options.documents.device,
    deviceApi: sandbox.deviceApi,
    clock,
    shared,
    ids: options.ids ?? randomIds(clock),
    clientKey: keyOf,
    report: (error) => {
      warn(
        `The MQTT broker failed to handle a message: ${error instanceof Error ? error.name : 'unknown'}`,
      );
    },
  });
  const streams = new StreamEndpoint({
    access: sandbox.streamAccess,
    limits: streamLimits,
    clock,
    timers: nodeTimers,
    connects: clientRateLimit(shared, 'streams', streamLimits.connects),
    report: (error) => {
      warn(`A stream failed: ${error instanceof Error ? error.name : 'unknown'}`);
    },
  });
  const stopListening = sandbox.listen((announcement) => {
    broker.announce(announcement);
    streams.announce(announcement);
  });
  const listeners = await openPorts(broker, identity, host, mqttPorts, warn);
  const renewal = setInterval(() => {
    identity.renew().catch(() => {
      warn('Could not renew the TLS certificate of the sandbox: check that its folder is writable');
    });
  }, day);
  renewal.unref();
  const disconnectClients = async () => {
    await Promise.all([broker.close(), streams.close()]);
  };
  return {
    sandbox,
    ports: listeners.ports,
    plugin: sandboxPlugin(
      sandbox.responder,
      {
        publicUrl,
        pageOrigins,
        siteUrl: options.siteUrl,
        ca: () => identity.ca,
        brokerAddresses: (base) => brokerAddresses(base, listeners.ports, identity.ca),
      },
      ({ ip }) => keyOf(ip),
    ),
    upgrades: (prefix, addressOf = addressOfSocket) => {
      const upgradeMqtt = upgradeHandler(broker, `${prefix}${mqttPath}`, addressOf);
      return (request, socket, head) => {
        if (upgradeMqtt(request, socket, head)) return true;
        if (request.url?.split('?', 1)[0] !== `${prefix}${streamsPath}`) return false;
        streams.upgrade(request, socket, head, keyOf(addressOf(request)));
        return true;
      };
    },
    disconnectClients,
    close: async () => {
      clearInterval(renewal);
      stopListening();
      await disconnectClients();
      await listeners.close();
      await closeState();
    },
  };
}

const prefix = '/sandbox';

/** A running sandbox and its open ports. */
export interface Served {
  readonly port: number;
  readonly apiPorts: { readonly platform: number; readonly device: number };
  readonly mqttPorts: MqttPorts;
  /** Accepts no more connections. Requests in flight finish, or are cut after `limits.shutdown.requests`. */
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
 * Serves a standalone sandbox: everything below `/sandbox` on one port, and each API at `/v1` on a separate port, so that
 * programs only need another base URL.
 * @param clock defaults to the system clock
 * @throws Error if the store or an HTTP port cannot be opened
 */
export async function serveAlone(
  settings: Settings,
  documents: Documents,
  warn: (message: string) => void,
  clock?: Clock,
): Promise<Served> {
  const { port: wantedPort, apiPorts, siteUrl, ...serviceSettings } = settings;
  const { host } = settings;
  let port = wantedPort;
  const service = await openService({
    ...serviceSettings,
    documents,
    warn,
    localUrl: () => `http://${localUrlHost(host)}:${port}${prefix}`,
    ...(siteUrl !== undefined && { siteUrl: () => siteUrl }),
    ...(clock && { clock }),
  });
  // Logs only errors of the sandbox itself. A line contains the location of the error, and no data of the request.
  const app = Fastify({ forceCloseConnections: 'idle', logger: { level: 'error' } });
  app.addHook('onRequest', async (request, reply) => {
    const { socket, headers, hostname } = request;
    if (!createsProject(request, prefix)) return;
    const named = hostname === host ? { ...headers, host: 'localhost' } : headers;
    if (originOf({ socket, headers: named }, false) !== 'foreign') return;
    const error = `The Host header "${request.host.slice(0, 100)}" is not a name of this machine. Use localhost, or the name in HOST.`;
    const reasonCode = 'sandbox::foreignhost';
    await reply.code(403).send({ success: false, error, errorcode: 1, reasonCode });
  });
  await app.register(service.plugin, { prefix });
  await app.ready();
  const guard = new ConnectionGuard({
    clientOf: ({ remoteAddress = '' }) => clientKey(remoteAddress),
  });
  const upgrade = service.upgrades(prefix);
  for (const path of [mqttPath, streamsPath]) guard.acceptWebSockets(`${prefix}${path}`, upgrade);

  /** @param api API whose operations are served at `/v1` */
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
    for (const server of Object.values(servers)) server.close();
    await Promise.all([service.disconnectClients(), guard.end(limits.shutdown.requests)]);
    await app.close();
    await service.close();
  };
  try {
    port = await listen(servers.all, host, port);
    return {
      port,
      apiPorts: {
        platform: await listen(servers.platform, host, apiPorts.platform),
        device: await listen(servers.device, host, apiPorts.device),
      },
      mqttPorts: service.ports,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

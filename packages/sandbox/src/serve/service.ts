import type { FastifyPluginCallback } from 'fastify';
import path from 'node:path';
import type { Clock, JsonObject } from '../core/context.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../index.ts';
import { MqttBroker } from '../mqtt/broker.ts';
import { TlsIdentity } from '../mqtt/tls-identity.ts';
import { type AddressOf, upgradeHandler, type UpgradeHandler } from '../mqtt/websocket.ts';
import { nodeIds } from '../node-crypto.ts';
import { openSharedState } from '../shared-state/redis.ts';
import { openDataFolder } from '../store/data-folder.ts';
import { StoreUnavailableError } from '../store/unavailable.ts';
import { type PluginOptions, sandboxPlugin } from './fastify.ts';
import { mqttPath } from './paths.ts';
import { type MqttPorts, openPorts } from './ports.ts';

export interface ServiceOptions extends Omit<SandboxOptions, 'location' | 'filesBase'> {
  /** Public base URL without a trailing slash; by default that of each request. */
  readonly publicUrl?: string;
  /** Base URL on this machine, for responses over MQTT, where no request names one. */
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
  /** Other origins whose pages may create projects, such as that of the site. */
  readonly pageOrigins?: readonly string[];
  /** Returns what rate limits count as one client, over HTTP and MQTT; by default its address. */
  readonly clientKey?: (address: string) => string;
  /** Called with one sentence about what does not work, and why. It contains no secret. */
  readonly warn: (message: string) => void;
}

/** A sandbox with its broker, ready to be mounted in an HTTP server. */
export interface SandboxService {
  readonly sandbox: Sandbox;
  readonly plugin: FastifyPluginCallback<PluginOptions>;
  /** Ports of MQTT that are open. */
  readonly ports: MqttPorts;
  /**
   * MQTT over WebSocket at `<prefix>/mqtt`, for upgrades of the HTTP server that the plugin is mounted in.
   * @param addressOf that of the connection unless given, which may be that of a proxy
   */
  upgrades(prefix: string, addressOf?: AddressOf): UpgradeHandler;
  /** Closes all MQTT connections. HTTP requests are served until `close`. */
  disconnectClients(): Promise<void>;
  close(): Promise<void>;
}

export type { MqttPorts } from './ports.ts';
export type { UpgradeHandler } from '../mqtt/websocket.ts';
export { StoreUnavailableError } from '../store/unavailable.ts';

const day = 86_400_000;

/** Names and addresses that clients may use for this machine. */
function tlsNames(host: string, publicUrl: string | undefined): string[] {
  const isWildcard = host === '0.0.0.0' || host === '::';
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
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

/** Where programs find the broker, for the base URL that a request used. */
function brokerAddresses(base: string, { tcp, tls }: MqttPorts, ca: string): JsonObject {
  return {
    host: new URL(base).hostname,
    ...(tcp !== undefined && { tcp }),
    ...(tls !== undefined && { tls, ca }),
    webSocket: `${base.replace(/^http/, 'ws')}${mqttPath}`,
  };
}

/**
 * Opens a sandbox with its store, its certificates and its broker.
 * @throws StoreUnavailableError when the data folder, the database file or the database server cannot be used; a port that
 * cannot be opened is left out with a warning
 */
export async function openService(options: ServiceOptions): Promise<SandboxService> {
  const { dataDir, databaseUrl, host, mqttPorts, publicUrl, pageOrigins, localUrl, warn } = options;
  const { clientKey = (address: string) => address } = options;
  const clock = options.clock ?? { now: () => Date.now() };
  openDataFolder(dataDir);
  const location =
    databaseUrl === undefined ? { file: path.join(dataDir, 'sandbox.db') } : { databaseUrl };
  const shared = await openSharedState({ redisUrl: options.redisUrl, clock, report: warn });
  const sandbox = await createSandbox({
    ...options,
    location,
    clock,
    shared,
    filesBase: () => publicUrl ?? localUrl(),
  }).catch(async (error: unknown) => {
    await shared.close();
    throw error;
  });
  // After the store, which only one process can open: two that start together agree on one authority.
  const identity = await openIdentity(options, clock).catch(async (error: unknown) => {
    await sandbox.close();
    await shared.close();
    throw error;
  });
  const broker = new MqttBroker({
    document: options.documents.device,
    calls: sandbox.deviceCalls,
    clock,
    shared,
    ids: options.ids ?? nodeIds(clock),
    clientKey,
    report: (error) => {
      warn(
        `The sandbox's broker failed at a message: ${error instanceof Error ? error.name : 'unknown'}`,
      );
    },
  });
  const stopPushes = sandbox.onPush((projectId, push) => {
    broker.deliver(projectId, push);
  });
  const stopEnds = sandbox.onEnd((...ended) => {
    void broker.disconnect(...ended);
  });
  const listeners = await openPorts(broker, identity, host, mqttPorts, warn);
  const renewal = setInterval(() => {
    identity.renew().catch(() => {
      warn("The sandbox's certificate cannot be renewed: see whether its folder can be written");
    });
  }, day);
  renewal.unref();
  return {
    sandbox,
    ports: listeners.ports,
    plugin: sandboxPlugin(
      sandbox.responder,
      {
        publicUrl,
        pageOrigins,
        ca: () => identity.ca,
        brokerAddresses: (base) => brokerAddresses(base, listeners.ports, identity.ca),
      },
      ({ ip }) => clientKey(ip),
    ),
    upgrades: (prefix, addressOf) => upgradeHandler(broker, `${prefix}${mqttPath}`, addressOf),
    disconnectClients: () => broker.close(),
    close: async () => {
      clearInterval(renewal);
      stopPushes();
      stopEnds();
      await broker.close();
      await listeners.close();
      await sandbox.close();
      await shared.close();
    },
  };
}

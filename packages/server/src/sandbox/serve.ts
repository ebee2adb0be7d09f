import { readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { parseDocument, type ApiDocument } from '@anedya-docs/openapi-model';
import { openService } from '@anedya-docs/sandbox/service';
import Fastify, { type FastifyRequest } from 'fastify';
import { clientKey } from '@anedya-docs/sandbox/fairness';
import { limits } from '../limits.ts';
import { loggerOptions } from '../logging.ts';
import { noSchemas } from '../no-schemas.ts';
import { clientOf } from './forwarded-headers.ts';
import type { ProcessSettings } from './process.ts';

/** The built site lacks the API documents that a sandbox needs. */
export class MissingDocumentError extends Error {
  override readonly name = 'MissingDocumentError';
}

/** Parses an API document of a built site, whose build has checked it. */
async function readDocument(siteDir: string, api: string): Promise<ApiDocument> {
  const file = `specs/${api}.openapi.json`;
  const text = await readFile(path.join(siteDir, file), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new MissingDocumentError(
      `The sandbox cannot start: the built site has no ${file}. Run "npm run build", or set SANDBOX=false.`,
      { cause: error },
    );
  });
  return parseDocument(text, file, { isChecked: true });
}

export interface ServeOptions extends Omit<ProcessSettings, 'memoryBytes'> {
  /** Destination of log lines, as JSON. */
  readonly logStream: { write(line: string): void };
  /** Identifies the client that limits of new projects and uploads apply to; its address by default. */
  readonly clientKey?: (request: FastifyRequest) => string;
}

export type ServedSandbox = Awaited<ReturnType<typeof serveSandbox>>;

/** Longer than the forwarding server keeps idle connections open. That server also limits requests in flight and their time. */
const keepAliveTimeout = 2 * limits.sandbox.idleTime;

/** Maximum size of the headers that the forwarding server adds to a request. */
const addedHeaderBytes = 1024;

/**
 * Returns the URL of the site that serves a sandbox, without a trailing slash: the parent of the sandbox, or on its own host if
 * the sandbox has another one.
 * @param base public base URL of the sandbox
 * @param prefix path of the sandbox on this server
 * @param origins of the site, its own first
 */
export function siteUrlOf(
  base: string,
  prefix: string,
  [origin]: readonly string[] = [],
): string | undefined {
  if (base.endsWith(prefix)) return base.slice(0, -'/sandbox'.length);
  return origin === undefined ? undefined : origin + prefix.slice(0, -'/sandbox'.length);
}

/**
 * Serves a sandbox on a Unix socket, for a server that forwards to it and identifies the clients.
 * @throws StoreUnavailableError when the store cannot be used
 * @throws MissingDocumentError when the built site has no API documents
 */
export async function serveSandbox(options: ServeOptions) {
  const { siteDir, prefix, socketPath, localUrl, logStream, ...settings } = options;
  // The forwarding server logs requests. This log has only errors, which quote nothing of a request.
  const app = Fastify({
    ...noSchemas,
    logger: loggerOptions('warn', logStream),
    trustProxy: true,
    routerOptions: { maxParamLength: limits.urlLength },
    bodyLimit: limits.pageViewBytes,
    keepAliveTimeout,
    forceCloseConnections: 'idle',
    http: { maxHeaderSize: limits.headerBytes + addedHeaderBytes },
  });
  const service = await openService({
    ...settings,
    documents: {
      platform: await readDocument(siteDir, 'platform'),
      device: await readDocument(siteDir, 'device'),
    },
    clientKey,
    localUrl: () => localUrl,
    siteUrl: (base) => siteUrlOf(base, prefix, settings.pageOrigins),
    warn: (message) => {
      app.log.warn(message);
    },
  });
  const upgrade = service.upgrades(prefix, (request) => clientOf(request, true).ip);
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    if (!upgrade(request, socket, head)) socket.destroy();
  });
  // The forwarding server may still be sending the rest of a rejected body: a closed connection could reach it before the
  // response does.
  app.addHook('onSend', (_request, reply, _payload, next) => {
    reply.removeHeader('connection');
    next();
  });
  await app.register(service.plugin, {
    prefix,
    clientKey: options.clientKey ?? (({ ip }) => clientKey(ip)),
  });
  const close = async () => {
    await service.disconnectClients();
    await app.close();
    await service.close();
  };
  try {
    // A killed process leaves its socket file behind.
    await rm(socketPath, { force: true });
    await app.listen({ path: socketPath });
  } catch (error) {
    await close();
    throw error;
  }
  return { mqttPorts: service.ports, disconnectClients: () => service.disconnectClients(), close };
}

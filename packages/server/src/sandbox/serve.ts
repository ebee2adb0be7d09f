import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { openService } from '@anedya-docs/sandbox/service';
import Fastify, { type FastifyRequest } from 'fastify';
import { clientKey } from '../client-key.ts';
import { limits } from '../limits.ts';
import { loggerOptions } from '../logging.ts';
import { clientOf } from './headers.ts';
import type { ProcessSettings } from './messages.ts';
import { readDocuments } from './read-documents.ts';

export interface ServeOptions extends Omit<ProcessSettings, 'memoryBytes'> {
  /** Where lines of the log go, as JSON. */
  readonly logStream: { write(line: string): void };
  /** What the bounds of new projects and uploads count as one client, for tests; its address unless given. */
  readonly clientKey?: (request: FastifyRequest) => string;
}

export type ServedSandbox = Awaited<ReturnType<typeof serveSandbox>>;

/** Requests in flight are the forwarding server's to bound and to time; it holds idle connections for a shorter time. */
const keepAliveTimeout = 2 * limits.sandbox.idleTime;

/** What the forwarding server adds to the headers of a request, at most. */
const addedHeaderBytes = 1024;

/**
 * Serves a sandbox at a Unix socket, for a server that forwards to it and says who its clients are.
 * @throws StoreUnavailableError when the store cannot be used
 * @throws MissingDocumentError when the built site has no API documents
 */
export async function serveSandbox(options: ServeOptions) {
  const { siteDir, prefix, socketPath, localUrl, logStream, ...settings } = options;
  // Requests are logged where they come in; here are faults alone, which quote nothing of a request.
  const app = Fastify({
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
    documents: await readDocuments(siteDir),
    clientKey,
    localUrl: () => localUrl,
    warn: (message) => {
      app.log.warn(message);
    },
  });
  const upgrade = service.upgrades(prefix, (request) => clientOf(request, true).ip);
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    if (!upgrade(request, socket, head)) socket.destroy();
  });
  // The forwarding server may still send the rest of a body that was refused: a closed connection could reach it before the
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
    // A process that was killed leaves its socket behind.
    await rm(socketPath, { force: true });
    await app.listen({ path: socketPath });
  } catch (error) {
    await close();
    throw error;
  }
  return { mqttPorts: service.ports, hangUp: () => service.disconnectClients(), close };
}

import fp from 'fastify-plugin';
import { mqttPath, openService } from '@anedya-docs/sandbox/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientKey } from '../client-key.ts';
import { limits } from '../limits.ts';
import { clientAddress } from '../sandbox/client-address.ts';
import { boundRate } from '../sandbox/rate.ts';
import { readDocuments } from '../sandbox/read-documents.ts';
import type { SandboxSettings } from '../sandbox/settings.ts';

export interface Options {
  readonly siteDir: string;
  /** Path of the sandbox, without a slash at the end. */
  readonly prefix: string;
  /** Whether a proxy before the server names its clients in `X-Forwarded-For`. */
  readonly trustProxy: boolean;
  readonly settings: SandboxSettings;
}

/** Base URL of the server on this machine, without a slash at the end. */
function localOrigin({ server }: FastifyInstance, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return `http://${host}:${port}`;
}

/** Puts the sandbox of both APIs below the site, and MQTT on ports of its own and on the site's. */
export default fp<Options>(
  async (app: FastifyInstance, { siteDir, prefix, trustProxy, settings }: Options) => {
    const { clientKey: ownKey, rate = limits.sandbox.rate, ...how } = settings;
    const documents = await readDocuments(siteDir).catch((error: unknown) => {
      // As for the proxy: a site without its documents is still served.
      app.log.warn(`No sandbox: ${(error as Error).message}`);
      return undefined;
    });
    if (!documents) return;
    const service = await openService({
      ...how,
      documents,
      clientKey,
      localUrl: () => `${localOrigin(app, settings.host)}${prefix}`,
      warn: (message) => {
        app.log.warn(message);
      },
    });
    app.addHook('preClose', () => service.hangUp());
    app.addHook('onClose', () => service.close());
    app.connections.acceptWebSockets(
      `${prefix}${mqttPath}`,
      service.upgrades(prefix, clientAddress(trustProxy)),
    );
    const clientOf = ownKey ?? (({ ip }: FastifyRequest) => clientKey(ip));
    await app.register(async (scope) => {
      await boundRate(scope, rate, clientOf);
      await scope.register(service.plugin, { prefix, clientKey: clientOf });
    });
  },
  { name: 'sandbox' },
);

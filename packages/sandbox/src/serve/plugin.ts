import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PluginOptions } from '../http/plugin.ts';
import type { JsonObject } from '../core/context.ts';
import { handleError } from '../http/response.ts';
import { baseUrl } from '../http/request.ts';
import type { Sandbox } from '../index.ts';
import { mqttPath } from './paths.ts';
import type { MqttPorts } from './ports.ts';

/** What one sandbox offers besides its calls. */
export interface Offer {
  readonly sandbox: Sandbox;
  /** Certificate that clients of the TLS port have to trust, as PEM. */
  readonly ca: () => string;
  readonly ports: () => MqttPorts;
  readonly publicUrl: string | undefined;
  readonly pageOrigins: readonly string[];
  /** What rates count as one client, by its address. */
  readonly clientKey: (address: string) => string;
}

/** Makes the Fastify plugin of a sandbox with its broker: all calls, the certificate authority, and where things are. */
export function servicePlugin({ sandbox, ca, ports, publicUrl, pageOrigins, clientKey }: Offer) {
  return async function service(app: FastifyInstance, options: PluginOptions): Promise<void> {
    const mount = { path: app.prefix, publicUrl };
    function brokerAddresses(request: FastifyRequest): JsonObject {
      const base = baseUrl(request, mount);
      const { tcp, tls } = ports();
      return {
        host: new URL(base).hostname,
        ...(tcp !== undefined && { tcp }),
        ...(tls !== undefined && { tls, ca: ca() }),
        webSocket: `${base.replace(/^http/, 'ws')}${mqttPath}`,
      };
    }
    app.setErrorHandler(handleError);
    app.setNotFoundHandler((request, reply) =>
      reply
        .code(404)
        .header('cache-control', 'no-store')
        .send({
          success: false,
          error: `The sandbox has no ${request.method} call at this path. Its calls are listed in the reference; projects begin with POST ${mount.path}/projects.`,
          errorcode: 1,
          reasonCode: 'sandbox::unknowncall',
        }),
    );
    app.get('/', (request, reply) => {
      const base = baseUrl(request, mount);
      // It repeats the host that this request named.
      void reply.header('cache-control', 'no-store');
      return {
        projects: `${base}/projects`,
        ca: `${base}/ca.pem`,
        platformUrl: `${base}/platform/v1`,
        deviceUrl: `${base}/device/v1`,
        broker: brokerAddresses(request),
      };
    });
    app.get('/ca.pem', (_request, reply) =>
      reply
        .type('application/x-pem-file')
        .header('content-disposition', 'attachment; filename="anedya-sandbox-ca.pem"')
        .header('cache-control', 'no-cache')
        .header('access-control-allow-origin', '*')
        .send(ca()),
    );
    // Without the options' own prefix, which is in that of `app` already.
    await app.register(sandbox.plugin, {
      clientKey: options.clientKey ?? (({ ip }) => clientKey(ip)),
      ...(publicUrl !== undefined && { publicUrl }),
      pageOrigins,
      brokerAddresses,
    });
  };
}

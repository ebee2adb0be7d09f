import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { allowAnyOrigin, handleError } from './response.ts';
import type { Mount } from './request.ts';
import { addCalls } from './calls.ts';
import { addDownloads, addUploads } from './files.ts';
import { addProjects, type BrokerAddresses, type ClientKey } from './projects.ts';

export interface PluginOptions {
  /** Base URL that readers see, without a slash at the end; that of the request unless given. */
  readonly publicUrl?: string;
  /** What the bounds of new projects and of uploads count as one client: the address unless given. */
  readonly clientKey?: ClientKey;
  /** Origins beside the sandbox's own whose pages may create projects, such as that of the site. */
  readonly pageOrigins?: readonly string[];
  /** Where the broker is, as projects show it; nothing of a broker is shown without. */
  readonly brokerAddresses?: BrokerAddresses;
}

const addressOf: ClientKey = ({ ip }) => ip;

/**
 * Makes the Fastify plugin of a sandbox: both APIs at `/platform/v1` and `/device/v1`, projects and files, below the prefix
 * that it is registered with.
 */
export function sandboxPlugin(deps: Deps) {
  return async function sandbox(app: FastifyInstance, options: PluginOptions): Promise<void> {
    const { publicUrl, clientKey = addressOf, pageOrigins = [], brokerAddresses } = options;
    const mount: Mount = { path: app.prefix, publicUrl };
    app.decorateRequest('sandboxApi', undefined);
    app.decorateRequest('sandboxReqId', undefined);
    app.setErrorHandler(handleError);
    // A signature covers the bytes of the body, and its type is judged after the credential.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, next) => {
      next(null, body);
    });
    allowAnyOrigin(app, deps.documents);
    addProjects(app, deps, mount, { clientKey, pageOrigins, brokerAddresses });
    addUploads(app, deps, mount.path, clientKey);
    addDownloads(app, deps, mount.path, clientKey);
    for (const api of ['platform', 'device'] as const) {
      await app.register(
        (calls, _options, done) => {
          addCalls(calls, { deps, mount, clientKey }, api);
          done();
        },
        { prefix: `/${api}/v1` },
      );
    }
  };
}

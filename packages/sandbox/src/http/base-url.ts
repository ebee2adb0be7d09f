import type { FastifyRequest } from 'fastify';
import { CallError } from '../core/call-error.ts';

/** Where a sandbox is reached: under the address that the request used, unless the operator has named another. */
export interface Mount {
  /** Path that the plugin is mounted at, without a slash at the end. */
  readonly path: string;
  /** `https://docs.example/sandbox`, without a slash at the end. */
  readonly publicUrl: string | undefined;
}

/** Whether a request names a host, and nothing that would change the meaning of a URL around it. */
function namesHost({ protocol, host }: FastifyRequest): boolean {
  return /^[^\s/\\?#@]+$/.test(host) && URL.canParse(`${protocol}://${host}`);
}

/**
 * Base URL of the sandbox, without a slash at the end. To be asked for before any work, as a request may not tell it.
 * @throws CallError 400 for a request whose host is none (RFC 9112, 3.2)
 */
export function baseUrl(request: FastifyRequest, { path, publicUrl }: Mount): string {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol, host } = request;
  if (namesHost(request)) return `${protocol}://${host}${path}`;
  throw new CallError(
    400,
    'generic::malformedrequest',
    `The header Host says "${host.slice(0, 200)}", which is no host. Send the name and the port that the sandbox is reached at.`,
  );
}

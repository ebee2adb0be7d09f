import type { FastifyRequest } from 'fastify';

/** Where a sandbox is reached: under the address that the request used, unless the operator has named another. */
export interface Mount {
  /** Path that the plugin is mounted at, without a slash at the end. */
  readonly path: string;
  /** `https://docs.example/sandbox`, without a slash at the end. */
  readonly publicUrl: string | undefined;
}

/** Base URL of the sandbox, without a slash at the end. */
export function baseUrl({ protocol, host }: FastifyRequest, { path, publicUrl }: Mount): string {
  return publicUrl ?? `${protocol}://${host}${path}`;
}

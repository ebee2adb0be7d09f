import type { SecurityScheme } from '@anedya-docs/openapi-model';
import type { ExactValue } from '@anedya-docs/openapi-model/typed-number';

import { withComputed } from './reader-id.ts';
import type { SampleHeader, SampleOperation, SampleRequest } from './types.ts';

const SECRETS = { bearer: 'ANEDYA_API_KEY', key: 'ANEDYA_CONNECTION_KEY' } as const;

/** Headers with the credential of a scheme; empty for a signature, which is computed for each request. */
function credential(scheme: SecurityScheme): SampleHeader[] {
  if (scheme.kind === 'signature') return [];
  const extra = Object.entries(scheme.extraHeaders).map(([name, value]) => ({ name, value }));
  const prefix = scheme.kind === 'bearer' ? 'Bearer ' : '';
  return [...extra, { name: scheme.header, prefix, secret: SECRETS[scheme.kind] }];
}

/**
 * Returns the request that a sample of `operation` sends. It includes the credential of the operation's first security
 * scheme, even if that is optional.
 *
 * @param options.baseUrl replaces the URL of the server: `http://localhost:8080/v1`
 * @param options.body replaces the operation's example; timestamps that are examples of the document become relative, and
 *   the example ids of a node and a device come from the environment
 */
export function sampleRequest(
  operation: SampleOperation,
  options: { readonly baseUrl?: string; readonly body?: ExactValue } = {},
): SampleRequest {
  const { baseUrl, body = operation.request.example } = options;
  const scheme = operation.security[0];
  return {
    method: operation.method.toUpperCase(),
    url: baseUrl === undefined ? operation.url : baseUrl.replace(/\/+$/, '') + operation.path,
    path: operation.path,
    headers: [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'Accept', value: 'application/json' },
      ...(scheme ? credential(scheme) : []),
    ],
    body: withComputed(operation.request.schema, body),
  };
}

import type { Operation, SecurityScheme } from '@anedya-docs/openapi-model';
import type { FastifyRequest } from 'fastify';
import type { Credential } from '../core/auth/credential.ts';
import { unknownCredential } from '../core/auth/identity.ts';
import { bytesOf } from './json-body.ts';

/** Text that stands in place of a secret where a request is signed. */
const signed = 'ANEDYASIGV1';

function header({ headers }: FastifyRequest, name: string): string {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : '';
}

function readSignature(request: FastifyRequest, { signatureHeaders: names }: SecurityScheme) {
  if (!names) return undefined;
  const tokenId = header(request, names.tokenId);
  if (tokenId === '') throw unknownCredential(`The header ${names.tokenId} is missing.`);
  return {
    tokenId,
    timestamp: header(request, names.timestamp),
    version: header(request, names.version),
    signature: header(request, names.signature),
    body: bytesOf(request),
  };
}

/** The key of a header `Authorization: Bearer <key>`. */
function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header(request, 'authorization'))?.[1];
}

function readKey(request: FastifyRequest, { header: name, extraHeaders }: SecurityScheme) {
  if (bearerOf(request) !== undefined) {
    throw unknownCredential(
      'The Device API takes the connection key of a node without "Bearer". API keys open the Platform API only.',
    );
  }
  for (const [extra, value] of Object.entries(extraHeaders)) {
    if (header(request, extra) !== value) {
      throw unknownCredential(`The header "${extra}: ${value}" is missing.`);
    }
  }
  const key = header(request, name);
  if (key === '') {
    throw unknownCredential(
      `The header ${name} is missing: it holds the connection key of the node.`,
    );
  }
  return key;
}

/**
 * Reads the credential of a request. Whether an access token is enough for the call is decided later, so that a signed
 * request to another call is told so.
 * @param schemes of the API's document
 * @param operation whose schemes say which credential is expected
 * @throws CallError `auth::tokennotfound` when there is none
 */
export function readCredential(
  request: FastifyRequest,
  schemes: readonly SecurityScheme[],
  { security }: Operation,
): Credential {
  const device = security.find(({ kind }) => kind === 'key');
  if (device) {
    return { kind: 'connectionKey', key: readKey(request, device), transport: 'http' };
  }
  const value = header(request, 'authorization');
  const signature = schemes.find(({ kind }) => kind === 'signature');
  if (signature && value === signed) {
    const parts = readSignature(request, signature);
    if (parts) return { kind: 'signature', signed: parts };
  }
  const key = bearerOf(request);
  if (key !== undefined) return { kind: 'apiKey', key };
  throw unknownCredential('The header Authorization must be "Bearer", a space and the API key.');
}

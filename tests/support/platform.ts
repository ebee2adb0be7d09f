import type { IncomingMessage, RequestListener } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  bodyViolation,
  parseDocument,
  type JsonValue,
  type Operation,
} from '@anedya-docs/openapi-model';
import {
  createAuthority,
  type CertificateAuthority,
} from '../../packages/server/test/support/certificates.ts';
import {
  startHttpsUpstream,
  type Upstream,
} from '../../packages/server/test/support/https-upstream.ts';

/** A request that the fake platform received. */
export interface Received {
  readonly host: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A fake platform behind its own host names: it returns the documented examples and records requests. */
export interface Platform {
  readonly authority: CertificateAuthority;
  readonly upstream: Upstream;
  readonly operations: readonly Operation[];
  readonly received: Received[];
  /** Replaces the documented responses until it is unset. */
  handler: RequestListener | undefined;
  close(): Promise<void>;
}

const specs = path.resolve(import.meta.dirname, '../../specs');

export const hosts = [
  'api.ap-in-1.anedya.io',
  'api.anedya.io',
  'device.ap-in-1.anedya.io',
] as const;

async function readOperations(): Promise<Operation[]> {
  const documents = await Promise.all(
    ['platform', 'device'].map(async (name) => {
      const file = path.join(specs, `${name}.openapi.yaml`);
      return parseDocument(await readFile(file, 'utf8'), file, { isChecked: true });
    }),
  );
  return documents.flatMap(({ operations }) => operations);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function parsed(body: string): JsonValue | undefined {
  try {
    return JSON.parse(body) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The documented response: the example of success, or the reason why the request is invalid. */
function documentedResponse(
  operations: readonly Operation[],
  { host, url, headers, body }: Received,
) {
  const operation = operations.find(({ servers, path: below }) =>
    servers.some((server) => server.url + below === `https://${host}${url}`),
  );
  if (!operation) return { status: 404, body: { success: false, error: 'no such operation' } };
  if (headers.authorization === undefined && !operation.securityOptional) {
    return { status: 401, body: { success: false, error: 'no credential' } };
  }
  const value = parsed(body);
  const violation =
    value === undefined
      ? { path: '', reason: 'no JSON' }
      : bodyViolation(operation.request.schema, value);
  if (violation) {
    return { status: 400, body: { success: false, error: violation.reason } };
  }
  const success = operation.responses.find(({ status }) => status === '200');
  return { status: 200, body: success?.examples[0]?.value ?? {} };
}

/** Starts the fake platform on a free loopback port, with certificates for the host names of the platform. */
export async function startPlatform(): Promise<Platform> {
  const authority = await createAuthority();
  const operations = await readOperations();
  const received: Received[] = [];
  const state: { handler: RequestListener | undefined } = { handler: undefined };
  const upstream = await startHttpsUpstream(
    await authority.issue([...hosts]),
    (request, response) => {
      void textOf(request).then((body) => {
        const { headers, method = '', url = '' } = request;
        const incoming = { host: headers.host ?? '', method, url, headers, body };
        received.push(incoming);
        if (state.handler) {
          state.handler(request, response);
          return;
        }
        const documented = documentedResponse(operations, incoming);
        response.writeHead(documented.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(documented.body));
      });
    },
  );
  return {
    authority,
    upstream,
    operations,
    received,
    get handler() {
      return state.handler;
    },
    set handler(handler) {
      state.handler = handler;
    },
    close: () => upstream.close(),
  };
}

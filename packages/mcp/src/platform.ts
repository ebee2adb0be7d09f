import { createHash } from 'node:crypto';
import type { JsonValue, SecurityScheme } from '@anedya-docs/openapi-model';
import { ToolError, type Docs, type DocumentedOperation } from './docs.ts';
import type { SandboxResponse } from './sandbox.ts';

/** Who sends a request to the Platform API: the owner of the project, or a front end with an access token. */
type Credential =
  | { readonly apiKey: string }
  | {
      readonly tokenId: string;
      /** Secret of the token: `token` in the response of `platform/access-token-create`. */
      readonly token: string;
    };

const sha256 = (...parts: readonly (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * Returns the headers of a request: an API key, or the Anedya Signature v1 of a token (specs/facts/platform-api.md, 2.4 B): SHA-256
 * over the digest of the body, the timestamp in seconds as 8 bytes big-endian, the text `v1` and the secret.
 * @param schemes security schemes of the Platform API
 * @param body exact text of the request body
 * @param now Unix time in milliseconds
 */
export function platformHeaders(
  credential: Credential,
  schemes: readonly SecurityScheme[],
  body: string,
  now: number,
): Record<string, string> {
  if ('apiKey' in credential) return { authorization: `Bearer ${credential.apiKey}` };
  const scheme = schemes.find(({ kind }) => kind === 'signature');
  const names = scheme?.signatureHeaders;
  if (!scheme || !names) throw new Error('the Platform API has no scheme for signatures');
  const timestamp = Math.floor(now / 1000);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(timestamp));
  return {
    [scheme.header]: 'ANEDYASIGV1',
    [names.tokenId]: credential.tokenId,
    [names.timestamp]: String(timestamp),
    [names.version]: 'v1',
    [names.signature]: sha256(sha256(body), time, 'v1', credential.token).toString('hex'),
  };
}

/** Settings of the operator of a local server for requests to the real platform. */
export interface PlatformSettings {
  /** Region in the addresses; by default, that of the API documents. */
  readonly region: string | undefined;
  readonly apiKey: string | undefined;
  readonly connectionKey: string | undefined;
}

/** Time for a response, in milliseconds. */
const timeout = 30_000;

/**
 * Reads the settings from the environment. Requests to the real platform need `ANEDYA_MCP_PLATFORM=enabled`.
 * @returns undefined when they are not enabled
 * @throws Error for another value, or without any key
 */
export function platformSettings(env: NodeJS.ProcessEnv): PlatformSettings | undefined {
  const setting = env.ANEDYA_MCP_PLATFORM ?? '';
  if (setting === '') return undefined;
  if (setting !== 'enabled') {
    throw new Error('ANEDYA_MCP_PLATFORM must be "enabled", or unset for the sandbox only');
  }
  const region = env.ANEDYA_REGION === '' ? undefined : env.ANEDYA_REGION;
  if (region !== undefined && !/^[a-z0-9-]+$/.test(region)) {
    throw new Error('ANEDYA_REGION must be the code of a region, such as ap-in-1');
  }
  const [apiKey, connectionKey] = [env.ANEDYA_API_KEY, env.ANEDYA_CONNECTION_KEY].map((key) =>
    key === '' ? undefined : key,
  );
  if (apiKey === undefined && connectionKey === undefined) {
    throw new Error('ANEDYA_MCP_PLATFORM needs ANEDYA_API_KEY, ANEDYA_CONNECTION_KEY or both');
  }
  return { region, apiKey, connectionKey };
}

/** Sends requests to the real platform with the keys of the operator, which no output contains. */
export class PlatformClient {
  constructor(
    private readonly settings: PlatformSettings,
    private readonly send: typeof fetch = fetch,
  ) {}

  private headers(docs: Docs, { api }: DocumentedOperation, json: string): Record<string, string> {
    const { apiKey, connectionKey } = this.settings;
    if (api === 'platform') {
      if (apiKey === undefined) throw missingKey('ANEDYA_API_KEY');
      return platformHeaders({ apiKey }, docs.documents.platform.securitySchemes, json, Date.now());
    }
    if (connectionKey === undefined) throw missingKey('ANEDYA_CONNECTION_KEY');
    return { 'auth-mode': 'key', authorization: connectionKey };
  }

  private url({ operation }: DocumentedOperation): string {
    const { region } = this.settings;
    const defaults = new Map(
      operation.servers
        .flatMap(({ variables }) => variables)
        .map(({ name, default: value }) => [name, value] as const),
    );
    return operation.urlTemplate.replaceAll(
      /\{(\w+)\}/g,
      (_all, name: string) => (name === 'region' ? region : undefined) ?? defaults.get(name) ?? '',
    );
  }

  /** @throws ToolError without the key that the operation needs, or without a response */
  async request(docs: Docs, entry: DocumentedOperation, body: JsonValue): Promise<SandboxResponse> {
    const json = JSON.stringify(body);
    const headers = { ...this.headers(docs, entry, json), 'content-type': 'application/json' };
    try {
      const response = await this.send(this.url(entry), {
        method: entry.operation.method,
        headers,
        body: json,
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      const text = this.withoutKeys(await response.text());
      return { status: response.status, warning: undefined, body: parsed(text) };
    } catch (error) {
      if (error instanceof ToolError) throw error;
      throw new ToolError(
        'The real platform did not respond. Check the network and ANEDYA_REGION, and whether the request had an effect before you repeat it.',
      );
    }
  }

  /** A response could repeat the credential of its request. */
  private withoutKeys(text: string): string {
    const { apiKey, connectionKey } = this.settings;
    return [apiKey, connectionKey].reduce<string>(
      (rest, key) => (key === undefined ? rest : rest.replaceAll(key, '[key of the operator]')),
      text,
    );
  }
}

const missingKey = (name: string) =>
  new ToolError(
    `The operator of this server has set no ${name}. Ask for it, or use the target "sandbox".`,
  );

function parsed(text: string): SandboxResponse['body'] {
  try {
    return JSON.parse(text) as SandboxResponse['body'];
  } catch {
    return { text: text.slice(0, 2_000) };
  }
}

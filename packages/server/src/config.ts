import path from 'node:path';
import { parseRange, type AddressRange } from './addresses.ts';
import { limits } from './limits.ts';
import type { SandboxSettings } from './sandbox/process.ts';
import {
  listOf,
  origin,
  origins,
  readVariables,
  sandboxSettings,
  sandboxVariables,
  tcpPort,
} from '@anedya-docs/sandbox/settings';
import { bool, makeExactValidator, str } from 'envalid';

const basePath = makeExactValidator<string>((input) => {
  if (!/^\/(?:[A-Za-z0-9._~-]+\/)*$/.test(input)) {
    throw new Error(`expected a path that starts and ends with "/", got "${input}"`);
  }
  return input;
});

const indexName = makeExactValidator<string>((input) => {
  if (!/^[^/*?#\s]{1,200}$/.test(input)) {
    throw new Error(`expected a name without spaces, "/", "*", "?" and "#", got "${input}"`);
  }
  return input;
});

const addressRanges = listOf(parseRange);

const count = makeExactValidator<number>((input) => {
  if (!/^[1-9]\d{0,6}$/.test(input)) {
    throw new Error(`expected a number from 1 to 9999999, got "${input}"`);
  }
  return Number(input);
});

/** Megabytes of 1,000,000 bytes, as bytes. The sandbox alone needs about 100. */
const megabytes = makeExactValidator<number>((input) => {
  if (!/^\d{1,6}$/.test(input) || Number(input) < 200) {
    throw new Error(`expected a number of megabytes, 200 or more, got "${input}"`);
  }
  return Number(input) * 1_000_000;
});

const absoluteUrl = makeExactValidator<string>((input) => {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(`expected a URL such as https://docs.example.org/sandbox, got "${input}"`);
  }
  return url.href.replace(/\/+$/, '');
});

export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the built site. */
  readonly siteDir: string;
  /** Path of the site; starts and ends with a slash. */
  readonly basePath: string;
  /** Trust `X-Forwarded-*`: only behind a reverse proxy that sets them. */
  readonly trustProxy: boolean;
  readonly logLevel: string;
  /** JSON lines on standard output, or sentences on standard error for a person at a terminal. */
  readonly logFormat: 'json' | 'text';
  /** Index name that the site's search requests: the same variable as in the site's build. */
  readonly searchIndexName: string;
  /** Origin of the published site: the same variable as in the site's build. */
  readonly siteUrl: string;
  /** More origins whose pages may use the proxy. */
  readonly proxyCorsOrigins: readonly string[];
  /** Origins that the proxy may forward to, besides the servers of the API documents. */
  readonly proxyAllowedOrigins: readonly string[];
  /** Addresses that may read the metrics, besides loopback. */
  readonly metricsAllowedAddresses: readonly AddressRange[];
  /** Open connections: of all clients, and of one. */
  readonly connections: { readonly all: number; readonly client: number };
  /** Configuration of the sandbox; undefined disables it. */
  readonly sandbox: SandboxSettings | undefined;
}

/** Default folders, as absolute paths. */
export interface DefaultFolders {
  readonly siteDir: string;
  readonly sandboxDir: string;
}

/**
 * Reads the server configuration.
 * @throws Error naming each variable whose value is invalid
 */
export function readConfig(env: NodeJS.ProcessEnv, defaults: DefaultFolders): ServerConfig {
  const values = readVariables(env, {
    ...sandboxVariables(defaults.sandboxDir),
    PORT: tcpPort({ default: 3000 }),
    SITE_DIR: str({ default: defaults.siteDir }),
    BASE_URL: basePath({ default: '/' }),
    TRUST_PROXY: bool({ default: false }),
    LOG_LEVEL: str({
      default: 'info',
      choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    }),
    LOG_FORMAT: str({ default: 'json', choices: ['json', 'text'] }),
    SEARCH_INDEX_NAME: indexName({ default: 'anedya-docs' }),
    SITE_URL: origin({ default: 'https://docs.anedya.io' }),
    PROXY_ALLOWED_ORIGINS: origins({ default: [] }),
    METRICS_ALLOWED_ADDRESSES: addressRanges({ default: [] }),
    MAX_CONNECTIONS: count({ default: limits.connections.all }),
    MAX_CONNECTIONS_PER_ADDRESS: count({ default: limits.connections.client }),
    SANDBOX: bool({ default: true }),
    SANDBOX_PUBLIC_URL: absoluteUrl({ default: undefined }),
    SANDBOX_MEMORY_MB: megabytes({ default: 1_000_000_000 }),
  });
  const { SANDBOX_PUBLIC_URL: publicUrl } = values;
  const sandbox: SandboxSettings = {
    ...sandboxSettings(values),
    ...(publicUrl !== undefined && { publicUrl }),
    pageOrigins: [values.SITE_URL, ...values.PROXY_CORS_ORIGINS],
    memoryBytes: values.SANDBOX_MEMORY_MB,
  };
  return {
    host: values.HOST,
    port: values.PORT,
    siteDir: path.resolve(values.SITE_DIR),
    basePath: values.BASE_URL,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    searchIndexName: values.SEARCH_INDEX_NAME,
    siteUrl: values.SITE_URL,
    proxyCorsOrigins: values.PROXY_CORS_ORIGINS,
    proxyAllowedOrigins: values.PROXY_ALLOWED_ORIGINS,
    metricsAllowedAddresses: values.METRICS_ALLOWED_ADDRESSES,
    connections: { all: values.MAX_CONNECTIONS, client: values.MAX_CONNECTIONS_PER_ADDRESS },
    sandbox: values.SANDBOX ? sandbox : undefined,
  };
}

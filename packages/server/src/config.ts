import path from 'node:path';
import { bool, cleanEnv, host, makeExactValidator, str } from 'envalid';

const basePath = makeExactValidator<string>((input) => {
  if (!/^\/(?:[A-Za-z0-9._~-]+\/)*$/.test(input)) {
    throw new Error(`expected a path that starts and ends with "/", got "${input}"`);
  }
  return input;
});

const tcpPort = makeExactValidator<number>((input) => {
  const port = Number(input);
  if (!/^\d{1,5}$/.test(input) || port > 65535) {
    throw new Error(`expected a port from 0 to 65535, got "${input}"`);
  }
  return port;
});

const indexName = makeExactValidator<string>((input) => {
  if (!/^[^/*?#\s]{1,200}$/.test(input)) {
    throw new Error(`expected a name without spaces, "/", "*", "?" and "#", got "${input}"`);
  }
  return input;
});

/** @throws Error when the text is no origin such as `https://docs.example.org` */
function toOrigin(input: string): string {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || input.replace(/\/$/, '') !== url.origin) {
    throw new Error(`expected an origin such as https://docs.example.org, got "${input}"`);
  }
  return url.origin;
}

const origin = makeExactValidator<string>(toOrigin);

/** Origins with commas between them; the empty text names none. */
const origins = makeExactValidator<readonly string[]>((input) =>
  input
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(toOrigin),
);

export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the built site. */
  readonly siteDir: string;
  /** Path the site lives below; starts and ends with a slash. */
  readonly basePath: string;
  /** Believe `X-Forwarded-*`: only behind a proxy that sets them. */
  readonly trustProxy: boolean;
  readonly logLevel: string;
  /** Name the site's search asks for: the same variable as in the site's build. */
  readonly searchIndexName: string;
  /** Origin of the published site: the same variable as in the site's build. */
  readonly siteUrl: string;
  /** Origins beside it whose pages may use the proxy. */
  readonly proxyCorsOrigins: readonly string[];
  /** Origins that the proxy may call beside the servers of the API documents. */
  readonly proxyAllowedOrigins: readonly string[];
}

/**
 * Reads the server's settings.
 * @throws Error naming each variable whose value does not fit
 */
export function readConfig(env: NodeJS.ProcessEnv, defaultSiteDir: string): ServerConfig {
  const values = cleanEnv(
    env,
    {
      HOST: host({ default: 'localhost' }),
      PORT: tcpPort({ default: 3000 }),
      SITE_DIR: str({ default: defaultSiteDir }),
      BASE_URL: basePath({ default: '/' }),
      TRUST_PROXY: bool({ default: false }),
      LOG_LEVEL: str({
        default: 'info',
        choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      }),
      SEARCH_INDEX_NAME: indexName({ default: 'anedya-docs' }),
      SITE_URL: origin({ default: 'https://docs.anedya.io' }),
      PROXY_CORS_ORIGINS: origins({ default: [] }),
      PROXY_ALLOWED_ORIGINS: origins({ default: [] }),
    },
    {
      reporter: ({ errors }) => {
        const faults = Object.entries(errors as Record<string, Error>);
        if (faults.length === 0) return;
        throw new Error(faults.map(([name, error]) => `${name}: ${error.message}`).join('; '));
      },
    },
  );
  return {
    host: values.HOST,
    port: values.PORT,
    siteDir: path.resolve(values.SITE_DIR),
    basePath: values.BASE_URL,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    searchIndexName: values.SEARCH_INDEX_NAME,
    siteUrl: values.SITE_URL,
    proxyCorsOrigins: values.PROXY_CORS_ORIGINS,
    proxyAllowedOrigins: values.PROXY_ALLOWED_ORIGINS,
  };
}

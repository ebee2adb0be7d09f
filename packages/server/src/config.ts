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
  };
}

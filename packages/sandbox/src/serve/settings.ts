import path from 'node:path';
import { isIP } from 'node:net';
import { type CleanedEnv, cleanEnv, makeExactValidator, str } from 'envalid';
import type { MqttPorts } from '../mqtt/listener.ts';

/** Settings of a sandbox that do not depend on the program that serves it. */
export interface ServiceSettings {
  readonly host: string;
  readonly mqttPorts: MqttPorts;
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** Maximum number of projects. */
  readonly maxProjects?: number;
}

/** Settings of a standalone sandbox. */
export interface Settings extends ServiceSettings {
  /** All routes, below `/sandbox`. */
  readonly port: number;
  /** The operations of one API at `/v1`, as on the platform's hosts. */
  readonly apiPorts: { readonly platform: number; readonly device: number };
  /** Other origins whose pages may create projects, in addition to this machine. */
  readonly pageOrigins?: readonly string[];
  /** Origin of the site with the error catalog. */
  readonly siteUrl?: string | undefined;
}

/** @throws Error when the text is not a port */
function toPort(input: string): number {
  const port = Number(input);
  if (!/^\d{1,5}$/.test(input) || port > 65535) {
    throw new Error(`expected a port from 0 to 65535, got "${input}"`);
  }
  return port;
}

/** A port; 0 selects a free one. */
export const tcpPort = makeExactValidator<number>(toPort);

/** A port, or `off` to disable it. */
const optionalPort = makeExactValidator<number | 'off'>((input) =>
  input === 'off' ? input : toPort(input),
);

const positiveInteger = makeExactValidator<number>((input) => {
  if (!/^[1-9]\d{0,8}$/.test(input)) {
    throw new Error(`expected a whole number above 0, got "${input}"`);
  }
  return Number(input);
});

/** @throws Error when the text is not an origin such as `https://docs.example.org` */
function toOrigin(input: string): string {
  const url = URL.canParse(input) ? new URL(input) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || input.replace(/\/$/, '') !== url.origin) {
    throw new Error(`expected an origin such as https://docs.example.org, got "${input}"`);
  }
  return url.origin;
}

const hostName = makeExactValidator<string>((input) => {
  if (isIP(input) !== 0 || /^[\w.-]+$/.test(input)) return input;
  throw new Error(`expected a host name or an address, got "${input}"`);
});

export const origin = makeExactValidator<string>(toOrigin);

/** Comma-separated values. */
export function listOf<T>(parse: (part: string) => T) {
  return makeExactValidator<readonly T[]>((input) =>
    input
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(parse),
  );
}

export const origins = listOf(toOrigin);

/** Validators of the variables that a standalone sandbox and the server of the site both read. */
export const sandboxVariables = (defaultDataDir: string) => ({
  HOST: hostName({ default: 'localhost' }),
  PROXY_CORS_ORIGINS: origins({ default: [] }),
  SANDBOX_DATA_DIR: str({ default: defaultDataDir }),
  SANDBOX_MQTT_PORT: optionalPort({ default: 1883 }),
  SANDBOX_MQTTS_PORT: optionalPort({ default: 8883 }),
  SANDBOX_WS_PORT: optionalPort({ default: 8804 }),
  SANDBOX_MAX_PROJECTS: positiveInteger({ default: undefined }),
  DATABASE_URL: str({ default: undefined }),
  REDIS_URL: str({ default: undefined }),
});

/**
 * Reads environment variables. Spaces around a value are ignored, and an empty one counts as not set.
 * @throws Error naming each variable whose value is invalid
 */
export function readVariables<S>(env: NodeJS.ProcessEnv, validators: S): CleanedEnv<S> {
  const given = Object.entries(env)
    .map(([name, value = '']) => [name, value.trim()] as const)
    .filter(([, value]) => value !== '');
  return cleanEnv(Object.fromEntries(given), validators, {
    reporter: ({ errors }) => {
      const invalid = Object.entries(errors as Record<string, Error>);
      if (invalid.length === 0) return;
      throw new Error(invalid.map(([name, error]) => `${name}: ${error.message}`).join('; '));
    },
  });
}

/** Returns the settings of a sandbox from the values of `sandboxVariables`. */
export function sandboxSettings(
  values: CleanedEnv<ReturnType<typeof sandboxVariables>>,
): ServiceSettings {
  const { SANDBOX_MQTT_PORT: tcp, SANDBOX_MQTTS_PORT: tls, SANDBOX_WS_PORT: webSocket } = values;
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = values;
  const { SANDBOX_MAX_PROJECTS: maxProjects } = values;
  return {
    host: values.HOST,
    dataDir: path.resolve(values.SANDBOX_DATA_DIR),
    mqttPorts: {
      ...(tcp !== 'off' && { tcp }),
      ...(tls !== 'off' && { tls }),
      ...(webSocket !== 'off' && { webSocket }),
    },
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(redisUrl !== undefined && { redisUrl }),
    ...(maxProjects !== undefined && { maxProjects }),
  };
}

/**
 * Reads the settings of a standalone sandbox.
 * @throws Error naming each variable whose value is invalid
 */
export function readSettings(env: NodeJS.ProcessEnv, defaultDataDir: string): Settings {
  const values = readVariables(env, {
    ...sandboxVariables(defaultDataDir),
    SANDBOX_PORT: tcpPort({ default: 8800 }),
    SANDBOX_PLATFORM_PORT: tcpPort({ default: 8801 }),
    SANDBOX_DEVICE_PORT: tcpPort({ default: 8802 }),
    SITE_URL: origin({ default: undefined }),
  });
  const { SITE_URL: siteUrl } = values;
  return {
    ...sandboxSettings(values),
    port: values.SANDBOX_PORT,
    apiPorts: { platform: values.SANDBOX_PLATFORM_PORT, device: values.SANDBOX_DEVICE_PORT },
    siteUrl,
    pageOrigins: [...(siteUrl === undefined ? [] : [siteUrl]), ...values.PROXY_CORS_ORIGINS],
  };
}

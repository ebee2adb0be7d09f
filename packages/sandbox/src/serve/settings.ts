import path from 'node:path';

export interface Settings {
  readonly host: string;
  /** All routes, below `/sandbox`. */
  readonly port: number;
  /** The operations of one API at `/v1`, as on the platform's hosts. */
  readonly apiPorts: { readonly platform: number; readonly device: number };
  readonly mqttPorts: { readonly tcp: number; readonly tls: number; readonly webSocket: number };
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** Other origins whose pages may create projects, in addition to this machine. */
  readonly pageOrigins?: readonly string[];
  /** Origin of the site with the error catalog. */
  readonly siteUrl?: string | undefined;
  /** Maximum number of projects. */
  readonly maxProjects?: number | undefined;
}

/** Setting and default value of each port; 0 selects a free port. */
const ports = {
  SANDBOX_PORT: 8800,
  SANDBOX_PLATFORM_PORT: 8801,
  SANDBOX_DEVICE_PORT: 8802,
  SANDBOX_MQTT_PORT: 1883,
  SANDBOX_MQTTS_PORT: 8883,
  SANDBOX_WS_PORT: 8804,
} as const;

function text(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function port(env: NodeJS.ProcessEnv, name: keyof typeof ports): number {
  const given = text(env, name);
  const number = given === undefined ? ports[name] : Number(given);
  if (!Number.isInteger(number) || number < 0 || number > 65535) {
    throw new Error(`${name} is "${given}": set it to a port from 0 to 65535`);
  }
  return number;
}

/** Parses a positive whole number; returns undefined if it is not set. */
function count(env: NodeJS.ProcessEnv, name: string): number | undefined {
  const given = text(env, name);
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new Error(`${name} is "${given}": set it to a whole number above 0`);
}

/** Parses a comma-separated list of origins. */
function origins(env: NodeJS.ProcessEnv, name: string): string[] {
  const given = (text(env, name) ?? '').split(',').map((part) => part.trim());
  return given
    .filter((part) => part !== '')
    .map((part) => {
      if (URL.canParse(part) && /^https?:/.test(part)) return new URL(part).origin;
      throw new Error(`${name} is "${part}": set it to origins such as https://docs.example.org`);
    });
}

/**
 * Reads the settings.
 * @throws Error that names the setting with an invalid value
 */
export function readSettings(env: NodeJS.ProcessEnv, defaultDataDir: string): Settings {
  return {
    host: text(env, 'HOST') ?? 'localhost',
    port: port(env, 'SANDBOX_PORT'),
    apiPorts: {
      platform: port(env, 'SANDBOX_PLATFORM_PORT'),
      device: port(env, 'SANDBOX_DEVICE_PORT'),
    },
    mqttPorts: {
      tcp: port(env, 'SANDBOX_MQTT_PORT'),
      tls: port(env, 'SANDBOX_MQTTS_PORT'),
      webSocket: port(env, 'SANDBOX_WS_PORT'),
    },
    dataDir: path.resolve(text(env, 'SANDBOX_DATA_DIR') ?? defaultDataDir),
    databaseUrl: text(env, 'DATABASE_URL'),
    redisUrl: text(env, 'REDIS_URL'),
    siteUrl: origins(env, 'SITE_URL')[0],
    pageOrigins: [...origins(env, 'SITE_URL'), ...origins(env, 'PROXY_CORS_ORIGINS')],
    maxProjects: count(env, 'SANDBOX_MAX_PROJECTS'),
  };
}

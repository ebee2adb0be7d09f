import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRange } from '../src/addresses.ts';
import { readConfig } from '../src/config.ts';

const folder = path.resolve('/srv/site');
const folders = { siteDir: folder, sandboxDir: path.resolve('/srv/sandbox') };

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({}, folders)).toEqual({
      host: 'localhost',
      port: 3000,
      siteDir: folder,
      basePath: '/',
      trustProxy: false,
      logLevel: 'info',
      logFormat: 'json',
      searchIndexName: 'anedya-docs',
      siteUrl: 'https://docs.anedya.io',
      proxyCorsOrigins: [],
      proxyAllowedOrigins: [],
      metricsAllowedAddresses: [],
      connections: { all: 4096, client: 256 },
      sandbox: {
        dataDir: path.resolve('/srv/sandbox'),
        pageOrigins: ['https://docs.anedya.io'],
        host: 'localhost',
        memoryBytes: 1_000_000_000,
        mqttPorts: { tcp: 1883, tls: 8883, webSocket: 8804 },
      },
    });
  });

  it('reads every value from the environment', () => {
    const env = {
      HOST: '0.0.0.0',
      PORT: '8080',
      SITE_DIR: 'build',
      BASE_URL: '/docs/v2/',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'silent',
      LOG_FORMAT: 'text',
      SEARCH_INDEX_NAME: 'docs_v2',
      SITE_URL: 'https://docs.example.org/',
      PROXY_CORS_ORIGINS: 'https://a.example.org, http://localhost:4000',
      PROXY_ALLOWED_ORIGINS: 'http://localhost:4010,',
      METRICS_ALLOWED_ADDRESSES: '10.0.0.0/8, 2001:db8::7',
      MAX_CONNECTIONS: '100',
      MAX_CONNECTIONS_PER_ADDRESS: '10',
      SANDBOX_DATA_DIR: 'state',
      SANDBOX_PUBLIC_URL: 'https://docs.example.org/sandbox/',
      SANDBOX_MAX_PROJECTS: '2000',
      SANDBOX_MEMORY_MB: '512',
      SANDBOX_MQTT_PORT: '2883',
      SANDBOX_MQTTS_PORT: '0',
      SANDBOX_WS_PORT: 'off',
      DATABASE_URL: 'postgres://db.example.org/sandbox',
      REDIS_URL: 'redis://redis.example.org',
    };
    expect(readConfig(env, folders)).toEqual({
      host: '0.0.0.0',
      port: 8080,
      siteDir: path.resolve('build'),
      basePath: '/docs/v2/',
      trustProxy: true,
      logLevel: 'silent',
      logFormat: 'text',
      searchIndexName: 'docs_v2',
      siteUrl: 'https://docs.example.org',
      proxyCorsOrigins: ['https://a.example.org', 'http://localhost:4000'],
      proxyAllowedOrigins: ['http://localhost:4010'],
      metricsAllowedAddresses: [parseRange('10.0.0.0/8'), parseRange('2001:db8::7')],
      connections: { all: 100, client: 10 },
      sandbox: {
        dataDir: path.resolve('state'),
        publicUrl: 'https://docs.example.org/sandbox',
        databaseUrl: 'postgres://db.example.org/sandbox',
        redisUrl: 'redis://redis.example.org',
        maxProjects: 2000,
        pageOrigins: ['https://docs.example.org', 'https://a.example.org', 'http://localhost:4000'],
        host: '0.0.0.0',
        memoryBytes: 512_000_000,
        mqttPorts: { tcp: 2883, tls: 0 },
      },
    });
  });

  it('ignores variables without a value, as in files of Docker Compose', () => {
    const env = { PORT: '', SITE_URL: ' ', SANDBOX_DATA_DIR: '', SANDBOX_MQTT_PORT: '' };
    expect(readConfig(env, folders)).toEqual(readConfig({}, folders));
  });

  it('disables the sandbox', () => {
    expect(readConfig({ SANDBOX: 'false' }, folders).sandbox).toBeUndefined();
  });

  it.each(['0', '1', '65535'])('accepts port %s', (port) => {
    expect(readConfig({ PORT: port }, folders).port).toBe(Number(port));
  });

  it.each(['::', '::1', '127.0.0.1', 'docs.example.org'])('accepts host %s', (host) => {
    expect(readConfig({ HOST: host }, folders).host).toBe(host);
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['SANDBOX_MQTT_PORT', 'none'],
    ['SANDBOX_MAX_PROJECTS', '0'],
    ['SANDBOX_MEMORY_MB', '199'],
    ['SANDBOX_MEMORY_MB', '1 GB'],
    ['LOG_FORMAT', 'xml'],
    ['SANDBOX_PUBLIC_URL', 'docs.example.org'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '80a'],
    ['HOST', 'http://localhost'],
    ['HOST', 'a b'],
    ['BASE_URL', 'docs'],
    ['BASE_URL', '/docs'],
    ['BASE_URL', 'docs/'],
    ['BASE_URL', '/a//b/'],
    ['BASE_URL', '/a?b/'],
    ['TRUST_PROXY', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['SEARCH_INDEX_NAME', 'a b'],
    ['SEARCH_INDEX_NAME', '*'],
    ['SEARCH_INDEX_NAME', 'a/b'],
    ['SITE_URL', 'docs.example.org'],
    ['SITE_URL', 'https://docs.example.org/docs/'],
    ['PROXY_CORS_ORIGINS', '*'],
    ['PROXY_CORS_ORIGINS', 'null'],
    ['PROXY_CORS_ORIGINS', 'https://a.example.org https://b.example.org'],
    ['PROXY_ALLOWED_ORIGINS', 'https://a.example.org,localhost'],
    ['PROXY_ALLOWED_ORIGINS', 'https://user@a.example.org'],
    ['PROXY_ALLOWED_ORIGINS', 'ftp://a.example.org'],
    ['PROXY_ALLOWED_ORIGINS', 'https://a.example.org/v1'],
    ['METRICS_ALLOWED_ADDRESSES', '10.0.0.0/33'],
    ['METRICS_ALLOWED_ADDRESSES', '10.0.0.0/8;::1'],
    ['METRICS_ALLOWED_ADDRESSES', 'prometheus'],
    ['MAX_CONNECTIONS', '0'],
    ['MAX_CONNECTIONS', '-1'],
    ['MAX_CONNECTIONS_PER_ADDRESS', 'many'],
  ])('rejects %s=%s and names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value }, folders)).toThrow(new RegExp(`^${name}: `));
  });

  it('names every invalid variable in one line', () => {
    const read = () => readConfig({ PORT: 'x', BASE_URL: 'y' }, folders);
    expect(read).toThrow(/^PORT: .*; BASE_URL: [^\n]*$/);
  });
});

import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../src/serve/settings.ts';

const folder = path.resolve('/srv/sandbox');

describe('readSettings', () => {
  it('has a default for everything', () => {
    expect(readSettings({}, folder)).toEqual({
      host: 'localhost',
      port: 8800,
      apiPorts: { platform: 8801, device: 8802 },
      dataDir: folder,
      mqttPorts: { tcp: 1883, tls: 8883, webSocket: 8804 },
      pageOrigins: [],
    });
  });

  it('reads every value from the environment', () => {
    const env = {
      HOST: '0.0.0.0',
      SANDBOX_PORT: '1',
      SANDBOX_PLATFORM_PORT: '2',
      SANDBOX_DEVICE_PORT: '0',
      SANDBOX_MQTT_PORT: ' 4 ',
      SANDBOX_MQTTS_PORT: 'off',
      SANDBOX_WS_PORT: '',
      SANDBOX_DATA_DIR: 'state',
      SANDBOX_MAX_PROJECTS: '7',
      DATABASE_URL: 'postgres://db.example.org/sandbox',
      REDIS_URL: 'redis://redis.example.org',
      SITE_URL: 'https://docs.example.org/',
      PROXY_CORS_ORIGINS: 'https://a.example.org, http://localhost:4000',
    };
    expect(readSettings(env, folder)).toEqual({
      host: '0.0.0.0',
      port: 1,
      apiPorts: { platform: 2, device: 0 },
      mqttPorts: { tcp: 4, webSocket: 8804 },
      dataDir: path.resolve('state'),
      maxProjects: 7,
      databaseUrl: 'postgres://db.example.org/sandbox',
      redisUrl: 'redis://redis.example.org',
      siteUrl: 'https://docs.example.org',
      pageOrigins: ['https://docs.example.org', 'https://a.example.org', 'http://localhost:4000'],
    });
  });

  it.each([
    ['SITE_URL', 'https://docs.example.org/docs'],
    ['SITE_URL', 'https://a.example.org,https://b.example.org'],
    ['PROXY_CORS_ORIGINS', 'https://a.example.org/docs'],
    ['SANDBOX_MQTT_PORT', 'none'],
    ['SANDBOX_PORT', 'off'],
    ['SANDBOX_PORT', '1e3'],
    ['SANDBOX_MAX_PROJECTS', '0'],
    ['HOST', 'a b'],
  ])('rejects %s=%s and names the variable', (name, value) => {
    expect(() => readSettings({ [name]: value }, folder)).toThrow(new RegExp(`^${name}: `));
  });
});

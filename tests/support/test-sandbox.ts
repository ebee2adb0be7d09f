import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AppOptions } from '../../packages/server/src/app.ts';

/** A sandbox of a test server's own, without ports; any number of projects may be made one after the other. */
export async function testSandbox(): Promise<NonNullable<AppOptions['sandbox']>> {
  let requests = 0;
  return {
    dataDir: await mkdtemp(path.join(tmpdir(), 'sandbox-')),
    host: '127.0.0.1',
    mqttPorts: {},
    clientKey: () => String((requests += 1)),
  };
}

import type { FastifyRequest } from 'fastify';
import type { ServiceOptions } from '@anedya-docs/sandbox/service';
import type { SandboxRate } from './rate.ts';

/** How the sandbox is run. */
export interface SandboxSettings extends Pick<
  ServiceOptions,
  | 'dataDir'
  | 'databaseUrl'
  | 'redisUrl'
  | 'publicUrl'
  | 'host'
  | 'mqttPorts'
  | 'maxProjects'
  | 'pageOrigins'
> {
  /** What the rate of new projects counts as one client, for tests; that of the other limits unless given. */
  readonly clientKey?: (request: FastifyRequest) => string;
  /** Another bound of requests, for tests. */
  readonly rate?: SandboxRate;
}

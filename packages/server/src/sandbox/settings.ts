import type { ServiceOptions } from '@anedya-docs/sandbox/service';

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
  /** Memory that its process may take before it is restarted, in bytes. */
  readonly memoryBytes: number;
}

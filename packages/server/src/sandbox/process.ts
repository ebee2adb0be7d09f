import type { MqttPorts, ServiceOptions } from '@anedya-docs/sandbox/service';
import type { FastifyBaseLogger } from 'fastify';

/** Configuration of the sandbox. */
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
  /** Memory that its process may use before it is restarted, in bytes. */
  readonly memoryBytes: number;
}

/** What the sandbox process needs to know at startup. */
export interface ProcessSettings extends SandboxSettings {
  /** Built site, whose API documents it serves. */
  readonly siteDir: string;
  /** Path of the sandbox below the origin, without a trailing slash. */
  readonly prefix: string;
  readonly socketPath: string;
  /** Base URL on this machine, for responses over MQTT, where no request contains it. */
  readonly localUrl: string;
}

/** What the process reports about itself, in bytes and seconds. */
export interface ProcessReport {
  readonly residentBytes: number;
  readonly heapUsedBytes: number;
  /** 99th percentile and maximum of the event loop delay since the last report. */
  readonly eventLoopDelay: { readonly p99: number; readonly max: number };
}

/** Messages from the server to the sandbox process. */
export type ToProcess =
  | { readonly type: 'start'; readonly settings: ProcessSettings }
  | { readonly type: 'ping' }
  | { readonly type: 'disconnect' }
  | { readonly type: 'stop' };

/** Messages from the sandbox process to the server. */
export type FromProcess =
  | { readonly type: 'ready'; readonly mqttPorts: MqttPorts }
  /** It cannot start until the operator acts, and exits. The message is for operators, the reason for users. */
  | { readonly type: 'unusable'; readonly message: string; readonly reason: string }
  | { readonly type: 'pong'; readonly report: ProcessReport }
  | { readonly type: 'disconnected' }
  /** A log line, as JSON. */
  | { readonly type: 'log'; readonly line: string };

/** Whether the sandbox accepts requests. `startsAt` is the next start of its process, in milliseconds since 1970. */
export type SandboxState =
  | { readonly kind: 'ready' }
  /** It runs, but has not responded for some seconds. */
  | { readonly kind: 'stalled' }
  /** For the first time. */
  | { readonly kind: 'starting' }
  /** It crashed, or was killed because it hung or used too much memory. */
  | { readonly kind: 'restarting'; readonly startsAt: number }
  /** It cannot start; `reason` is a sentence for users. */
  | { readonly kind: 'unusable'; readonly reason: string; readonly startsAt: number }
  | { readonly kind: 'stopping' };

/** What the sandbox needs to know about the server that forwards to it. */
export interface ServerInfo extends Pick<ProcessSettings, 'siteDir' | 'prefix'> {
  /** Port that the server listens on. */
  readonly port: number;
  readonly log: FastifyBaseLogger;
}

/** The sandbox that the server forwards to. */
export interface SandboxUpstream {
  /** Unix socket, or named pipe, on which it accepts HTTP. It trusts every connection to identify its clients. */
  readonly socketPath: string;
  readonly state: SandboxState;
  /** Resolves when the first process is ready, has exited, or cannot start. */
  readonly settled: Promise<void>;
  /** How many times its process was restarted. */
  readonly restarts: number;
  /** Last report of the process; undefined while none runs. */
  readonly report: ProcessReport | undefined;
  /** Call it once the server listens. */
  start(server: ServerInfo): void;
  /** Disconnects all MQTT clients with a DISCONNECT packet. HTTP continues. */
  disconnectClients(): Promise<void>;
  /** Stops the sandbox once its requests in flight have a response. */
  stop(): Promise<void>;
}

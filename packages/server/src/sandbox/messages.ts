import type { MqttPorts } from '@anedya-docs/sandbox/service';
import type { SandboxSettings } from './settings.ts';

/** What the sandbox's process is told at its start. */
export interface ProcessSettings extends SandboxSettings {
  /** Built site, whose API documents it serves. */
  readonly siteDir: string;
  /** Path of the sandbox below the origin, without a slash at the end. */
  readonly prefix: string;
  readonly socketPath: string;
  /** Base URL on this machine, for responses over MQTT, where no request tells one. */
  readonly localUrl: string;
}

/** What the process measures of itself, in bytes and seconds. */
export interface ProcessReport {
  readonly residentBytes: number;
  readonly heapUsedBytes: number;
  /** The 99th percentile and the longest delay of the event loop since the last report. */
  readonly eventLoopDelay: { readonly p99: number; readonly max: number };
}

/** From the site's server to the sandbox's process. */
export type ToProcess =
  | { readonly type: 'start'; readonly settings: ProcessSettings }
  | { readonly type: 'ping' }
  | { readonly type: 'hangUp' }
  | { readonly type: 'stop' };

/** From the sandbox's process to the site's server. */
export type FromProcess =
  | { readonly type: 'ready'; readonly mqttPorts: MqttPorts }
  /**
   * It cannot start until somebody has done something: the message is for operators, the reason for readers. The process ends
   * after it.
   */
  | { readonly type: 'unusable'; readonly message: string; readonly reason: string }
  | { readonly type: 'pong'; readonly report: ProcessReport }
  | { readonly type: 'hungUp' }
  /** A line of the log, as JSON. */
  | { readonly type: 'log'; readonly line: string };

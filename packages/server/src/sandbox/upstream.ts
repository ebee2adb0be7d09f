import type { FastifyBaseLogger } from 'fastify';
import type { ProcessReport } from './messages.ts';

/** Whether the sandbox takes requests, and if not, when its process is started again, in milliseconds since 1970. */
export type SandboxState =
  | { readonly kind: 'ready' }
  /** It runs, and has not responded for some seconds. */
  | { readonly kind: 'stalled' }
  /** For the first time. */
  | { readonly kind: 'starting' }
  /** It died, or was killed because it hung or took too much memory. */
  | { readonly kind: 'restarting'; readonly startsAt: number }
  /** Its store cannot be opened; `reason` is a sentence for readers. */
  | { readonly kind: 'unusable'; readonly reason: string; readonly startsAt: number }
  | { readonly kind: 'stopping' };

/** What the sandbox has to know of the server that forwards to it. */
export interface Site {
  /** Absolute path of the built site, whose API documents the sandbox serves. */
  readonly siteDir: string;
  /** Path of the sandbox below the origin, without a slash at the end. */
  readonly prefix: string;
  /** Port that the server listens at. */
  readonly port: number;
  readonly log: FastifyBaseLogger;
}

/** The sandbox that the site's server forwards to. */
export interface SandboxUpstream {
  /** Unix socket, or named pipe, at which it takes HTTP. Whoever can connect is believed about its clients. */
  readonly socketPath: string;
  readonly state: SandboxState;
  /** How often its process was started again. */
  readonly restarts: number;
  /** What the process last told of itself; nothing while there is none. */
  readonly report: ProcessReport | undefined;
  /** To be called once the server listens. */
  start(site: Site): void;
  /** Ends all MQTT connections with a goodbye. HTTP goes on. */
  hangUp(): Promise<void>;
  /** Ends the sandbox once its requests in flight are answered. */
  stop(): Promise<void>;
}

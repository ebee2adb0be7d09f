import type { DeviceState, DeviceVariable, Fields } from '@anedya-docs/simulated-device';
import { SandboxError } from '@site/src/features/sandbox-project';
import type { Problem } from '@site/src/features/mqtt-console';
import { PlatformError } from './platform';
import type { Rollout } from './rollout';
import type { WireEntry } from './wire';

/** A command that this page sent, with the statuses that the platform reported, oldest first. */
export interface SentCommand {
  readonly commandId: string;
  readonly text: string;
  readonly statuses: readonly string[];
}

export interface GreenhouseState {
  /** Undefined before the first start. */
  readonly device: DeviceState | undefined;
  /** Whether the reader's program runs on the device, instead of the built-in firmware. */
  readonly runsProgram: boolean;
  readonly isStarting: boolean;
  /** Why the device does not run. */
  readonly problem: Problem | undefined;
  readonly wire: readonly WireEntry[];
  /** Newest values that the platform has, as text. */
  readonly latest: Readonly<Partial<Record<DeviceVariable, string>>>;
  /** Health of the node on the platform. */
  readonly health: { readonly isOnline: boolean; readonly seconds: number } | undefined;
  /** Newest log entry on the platform. */
  readonly log: string;
  readonly command: SentCommand | undefined;
  readonly rollout: Rollout | undefined;
  /** What the back end does, or why it could not; read to screen readers. */
  readonly notice: string;
}

/** A node is online if its last heartbeat is at most this old, in seconds. The device sends one every 5 seconds. */
export const onlineFor = 10;

/** State before the first start. */
export const initial: GreenhouseState = {
  device: undefined,
  runsProgram: false,
  isStarting: false,
  problem: undefined,
  wire: [],
  latest: {},
  health: undefined,
  log: '',
  command: undefined,
  rollout: undefined,
  notice: '',
};

/** Why a request of the back end failed, as a sentence. */
export const noticeOf = (error: unknown) =>
  error instanceof PlatformError ? error.message : 'The request could not be sent. Try again.';

/** Why the device did not start. */
export function problemFor(error: unknown): Problem {
  if (error instanceof SandboxError) return error;
  return {
    title: 'The device did not start',
    message: error instanceof PlatformError ? error.message : 'The site did not respond.',
    hint: 'Check your network connection and try again.',
  };
}

/** A value of a variable as text; empty without one. */
export function valueText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The last value of each variable in a body of Submit data, as text. A program can give the body any content. */
export function submittedValues({ data }: Fields): ReadonlyMap<unknown, string> {
  const points: readonly unknown[] = Array.isArray(data) ? data : [];
  return new Map(
    points
      .map((point) => Object(point) as Fields)
      .map(({ variable, value }) => [variable, valueText(value)]),
  );
}

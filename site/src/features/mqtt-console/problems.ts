import { isInBrowser, type SandboxProject } from '@site/src/features/sandbox-project';

/** Why the console is not connected, and what to do. */
export interface Problem {
  readonly title: string;
  readonly message: string;
  readonly hint: string;
}

/** How a connection ended or failed. */
export type End =
  /** Rejected by the broker: a reason code of MQTT 5.0 or a return code of MQTT 3.1.1. */
  | { readonly kind: 'rejected'; readonly code: number; readonly text: string }
  /** Closed by the broker with a reason (MQTT 5 only). */
  | { readonly kind: 'closed'; readonly code: number; readonly text: string }
  /** Lost, or closed by the broker without a reason. */
  | { readonly kind: 'lost' }
  /** Could not connect. */
  | { readonly kind: 'unreachable' };

/** Protocol versions by their number in CONNECT. */
export type Version = 4 | 5;

export const versionNames: Readonly<Record<Version, string>> = { 5: 'MQTT 5.0', 4: 'MQTT 3.1.1' };

/** MQTT 5.0 reason codes for the return codes of MQTT 3.1.1 (3.2.2.3). */
const sameInMqtt5: Readonly<Record<number, number>> = { 1: 132, 2: 133, 3: 136, 4: 134, 5: 135 };

const problem = (title: string, message: string, hint: string): Problem => ({
  title,
  message,
  hint,
});

const takeoverHint =
  'A device can have only one connection. Stop your own program, such as `mosquitto_sub`, or disconnect the console in another tab that shares this project, then connect again.';

const credentialsInvalid = {
  title: 'The credentials of this device are no longer valid',
  hint: 'The project was reset, was deleted or has expired. Connect again to use its current credentials or a new project. Programs in a terminal need the new setup commands.',
} as const;

/** The project of the tab, or its credentials, changed while the connection was open. */
export const otherProject: Problem = {
  ...credentialsInvalid,
  message: 'This browser now uses another sandbox project or other credentials.',
};

const rejections: Readonly<Record<number, Omit<Problem, 'message'>>> = {
  133: {
    title: 'The broker rejected the client id',
    hint: 'The client id must be the device UUID. Reload the page and connect again.',
  },
  134: {
    title: 'Bad user name or password',
    hint: 'The connection key does not match this device: the project may have been reset or have expired. Connect again to read the current credentials. Programs in a terminal need the new setup commands.',
  },
  135: {
    title: 'Not authorized',
    hint: 'The node has another device now, or none. Bind the device again, or reset the project.',
  },
  136: {
    title: 'The broker is unavailable',
    hint: 'Wait 30 seconds and connect again. MQTT 5.0 reports more details.',
  },
  137: {
    title: 'The broker is busy',
    hint: 'Connect again in a minute.',
  },
  151: {
    title: 'The project has too many connections',
    hint: 'Disconnect other clients of this project, then connect again.',
  },
  159: {
    title: 'Connection rate exceeded',
    hint: 'Wait 30 seconds before you connect again, and longer before each further attempt.',
  },
};

const endings: Readonly<Record<number, Omit<Problem, 'message'>>> = {
  139: { title: 'The sandbox is shutting down', hint: 'Connect again in a minute.' },
  141: { title: 'Keep-alive timeout', hint: 'Connect again.' },
  142: { title: 'Another client took over the session', hint: takeoverHint },
  149: { title: 'The message is too large', hint: 'Publish a smaller message.' },
  152: credentialsInvalid,
  155: { title: 'QoS not supported', hint: 'Publish with QoS 0 or 1.' },
};

const coded = (code: number, text: string) =>
  text === '' ? `Reason code ${code}.` : `${text} (reason code ${code})`;

function rejected(code: number, text: string, version: Version): Problem {
  const meant = sameInMqtt5[code] ?? code;
  const known = rejections[meant] ?? {
    title: 'The broker rejected the connection',
    hint: 'Connect again in a minute.',
  };
  const message = version === 4 ? `MQTT 3.1.1 return code ${code}.` : coded(code, text);
  return { ...known, message };
}

function closed(code: number, text: string): Problem {
  const known = endings[code] ?? {
    title: 'The broker closed the connection',
    hint: 'Connect again.',
  };
  return { ...known, message: coded(code, text) };
}

/** True when the broker closed the connection because the project, or the device of the node, changed. */
export const hasInvalidCredentials = (end: End): boolean =>
  end.kind === 'closed' && endings[end.code] === credentialsInvalid;

/** Name of the sandbox of a project in messages. */
export const brokerName = (project: Pick<SandboxProject, 'platformUrl' | 'broker'>): string =>
  isInBrowser(project) ? 'the sandbox in this browser' : project.broker.host;

/**
 * Describes why a connection ended, and what to do.
 * @param host name of the sandbox
 */
export function problemOf(end: End, version: Version, host: string): Problem {
  switch (end.kind) {
    case 'rejected':
      return rejected(end.code, end.text, version);
    case 'closed':
      return closed(end.code, end.text);
    case 'lost':
      return problem(
        'Connection lost',
        version === 4
          ? 'MQTT 3.1.1 reports no reason. Another client with this device UUID may have connected.'
          : 'The sandbox reported no reason.',
        version === 4 ? takeoverHint : 'Check your network connection and connect again.',
      );
    case 'unreachable':
      return problem(
        'Could not connect to the sandbox',
        `Could not connect to ${host} over MQTT.`,
        'Check your network connection and connect again. Proxies and firewalls must allow WebSocket connections.',
      );
  }
}

/**
 * Reason codes after which reconnecting can succeed without the reader: the broker is restarting, or the keep-alive timed
 * out.
 */
const transientCodes: readonly number[] = [139, 141];

/** True when a reconnection can succeed without the reader. False when another client has taken over the session. */
export function isTransient(end: End): boolean {
  return end.kind === 'lost' || (end.kind === 'closed' && transientCodes.includes(end.code));
}

/**
 * Delay before the next attempt to connect, in milliseconds; undefined when there should be none. With MQTT 3.1.1, there is
 * only one attempt: a lost connection looks like one that another client has taken over, and two clients would keep
 * disconnecting each other.
 * @param attempt number of the attempt, counted from 0
 */
export function retryDelay(attempt: number, version: Version): number | undefined {
  const attempts = version === 5 ? 5 : 1;
  return attempt < attempts ? 1000 * 2 ** attempt : undefined;
}

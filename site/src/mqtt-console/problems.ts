/** Why the console is not connected, told so that the reader can act. */
export interface Problem {
  readonly title: string;
  readonly message: string;
  readonly hint: string;
}

/** How a connection ended, or never began. */
export type End =
  /** The broker refused it: a code of MQTT 5, or a return code of MQTT 3.1.1. */
  | { readonly kind: 'refused'; readonly code: number; readonly text: string }
  /** The broker ended it and said why; MQTT 5 alone. */
  | { readonly kind: 'told'; readonly code: number; readonly text: string }
  /** It broke, or the broker ended it without a word. */
  | { readonly kind: 'lost' }
  /** No connection came about. */
  | { readonly kind: 'unreachable' };

/** Versions of the protocol as CONNECT names them. */
export type Version = 4 | 5;

export const versionNames: Readonly<Record<Version, string>> = { 5: 'MQTT 5.0', 4: 'MQTT 3.1.1' };

/** Return codes of MQTT 3.1.1 (3.2.2.3) as the reason codes that MQTT 5.0 has for the same. */
const sameInMqtt5: Readonly<Record<number, number>> = { 1: 132, 2: 133, 3: 136, 4: 134, 5: 135 };

const problem = (title: string, message: string, hint: string): Problem => ({
  title,
  message,
  hint,
});

const takenOverHint =
  'Only one connection a device UUID: stop your own program, such as `mosquitto_sub`, or disconnect the console of another tab that shares this project, then connect again.';

const keysEnded = {
  title: 'The keys of this device have ended',
  hint: 'The project was reset or dropped, or has ended. Connect again: the console takes the keys that the project has now, or a new project. A program in a terminal needs the new keys too: copy its lines anew.',
} as const;

/** The tab has another project than the one of the connection, or other keys. */
export const otherProject: Problem = {
  ...keysEnded,
  message: 'The sandbox project of this tab is no longer the one of this connection.',
};

const refusals: Readonly<Record<number, Omit<Problem, 'message'>>> = {
  133: {
    title: 'The broker refused the client id',
    hint: 'It has to be the device UUID. Reload the page, then connect again.',
  },
  134: {
    title: 'Bad user name or password',
    hint: 'The connection key does not belong to this device: the project may have been reset, or has ended. Connect again: the console reads the keys anew. A program in a terminal needs them too: copy its lines anew.',
  },
  135: {
    title: 'Not authorized',
    hint: 'The node has another device by now, or none. Bind the device again, or reset the project.',
  },
  136: {
    title: 'The broker takes no connection now',
    hint: 'Wait half a minute, then connect again. MQTT 5.0 would say more.',
  },
  137: {
    title: 'The broker is busy',
    hint: 'Connect again in a minute.',
  },
  151: {
    title: 'The project has too many connections',
    hint: 'End other clients of this project, then connect again.',
  },
  159: {
    title: 'Connection rate exceeded',
    hint: 'Wait half a minute before you connect again, and longer before each further attempt.',
  },
};

const endings: Readonly<Record<number, Omit<Problem, 'message'>>> = {
  139: { title: 'The sandbox shuts down', hint: 'Connect again in a minute.' },
  141: { title: 'The broker heard nothing in time', hint: 'Connect again.' },
  142: { title: 'Another client took over', hint: takenOverHint },
  149: { title: 'The message is too large', hint: 'Publish less at once.' },
  152: keysEnded,
  155: { title: 'QoS not supported', hint: 'Publish with QoS 0 or 1.' },
};

const coded = (code: number, text: string) =>
  text === '' ? `Reason code ${code}.` : `${text} (reason code ${code})`;

function refused(code: number, text: string, version: Version): Problem {
  const meant = sameInMqtt5[code] ?? code;
  const known = refusals[meant] ?? {
    title: 'The broker refused the connection',
    hint: 'Connect again in a minute.',
  };
  const message =
    version === 4 ? `MQTT 3.1.1 says it with return code ${code}.` : coded(code, text);
  return { ...known, message };
}

function told(code: number, text: string): Problem {
  const known = endings[code] ?? {
    title: 'The broker ended the connection',
    hint: 'Connect again.',
  };
  return { ...known, message: coded(code, text) };
}

/**
 * An end in words.
 * @param host of the sandbox
 */
export function problemOf(end: End, version: Version, host: string): Problem {
  switch (end.kind) {
    case 'refused':
      return refused(end.code, end.text, version);
    case 'told':
      return told(end.code, end.text);
    case 'lost':
      return problem(
        'The connection broke',
        version === 4
          ? 'MQTT 3.1.1 does not say why. Another client with this device UUID may have taken over.'
          : 'The sandbox did not say why.',
        version === 4 ? takenOverHint : 'Check the network connection, then connect again.',
      );
    case 'unreachable':
      return problem(
        'The sandbox cannot be reached',
        `No MQTT connection to ${host} came about.`,
        'Check the network connection, then connect again. A server in between has to let WebSocket pass.',
      );
  }
}

/** Reason codes after which connecting again can help by itself: the broker restarts, or heard nothing. */
const passing: readonly number[] = [139, 141];

/** True when it is worth trying again without the reader: not when somebody else wants the device's place. */
export function isPassing(end: End): boolean {
  return end.kind === 'lost' || (end.kind === 'told' && passing.includes(end.code));
}

/**
 * Milliseconds until a connection is tried again; nothing when it is not. MQTT 3.1.1 is tried once: it does not tell a
 * broken connection from one that another client took over, and two clients would go on throwing each other out.
 * @param attempt counts from 0
 */
export function retryDelay(attempt: number, version: Version): number | undefined {
  const attempts = version === 5 ? 5 : 1;
  return attempt < attempts ? 1000 * 2 ** attempt : undefined;
}

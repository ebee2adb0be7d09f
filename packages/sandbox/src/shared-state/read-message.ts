import type { SharedMessage } from './shared-state.ts';

/** A message as it travels, with the server that has sent it. */
export interface Envelope {
  readonly from: string;
  readonly message: SharedMessage;
}

const kinds = new Set<unknown>(['push', 'end', 'connected'] satisfies SharedMessage['kind'][]);

/**
 * Reads what another server has told. Nothing for what this version does not know: servers of two versions may run side by
 * side while they are replaced.
 */
export function readMessage(text: string): Envelope | undefined {
  try {
    const { from, message } = JSON.parse(text) as Partial<Envelope>;
    if (typeof from !== 'string' || !message || !kinds.has(message.kind)) return undefined;
    return { from, message };
  } catch {
    return undefined;
  }
}

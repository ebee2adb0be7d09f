/**
 * Waiting for a sandbox whose process is starting: its server says so with 503 and `Retry-After`, and has passed nothing of the
 * request on, so that it can be sent again.
 */
import { useSyncExternalStore } from 'react';

/** A response that says that the sandbox is away. */
export interface Away {
  /** What the server says: `The sandbox is restarting. Try again in 3 seconds.` */
  readonly text: string;
  readonly seconds: number;
}

/** How often a request is sent again. */
const retries = 4;

/** A longer wait is left to the reader. */
const longestWait = 10;

let shown: string | undefined;
const listeners = new Set<() => void>();
/** Ends of the waits that are running. */
const stops = new Set<() => void>();

function show(text: string | undefined): void {
  shown = text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the page is waiting for, in a sentence; nothing while it is not. */
export function useSandboxWait(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  );
}

/** Ends all waits: what waits fails with the response that it has. */
export function stopWaiting(): void {
  for (const stop of stops) stop();
}

/** Whether a response says that the sandbox is away, and for how long. */
export function awayOf(status: number, body: unknown, retryAfter: string | null): Away | undefined {
  const fields: object = typeof body === 'object' && body !== null ? body : {};
  const { reasonCode, error } = fields as Readonly<Record<string, unknown>>;
  if (status !== 503 || typeof reasonCode !== 'string' || typeof error !== 'string') {
    return undefined;
  }
  if (!/^sandbox::(?:starting|restarting|busy|unusable|stopping)$/.test(reasonCode)) {
    return undefined;
  }
  const seconds = Number(retryAfter ?? '');
  return { text: error, seconds: seconds > 0 ? seconds : longestWait };
}

/** @returns false when the wait was ended before its time */
function wait(seconds: number, cancel: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isOver: boolean) => {
      clearTimeout(timer);
      stops.delete(stop);
      cancel?.removeEventListener('abort', stop);
      if (stops.size === 0) show(undefined);
      resolve(isOver);
    };
    const stop = () => finish(false);
    const timer = setTimeout(() => finish(true), seconds * 1000);
    stops.add(stop);
    cancel?.addEventListener('abort', stop);
  });
}

/**
 * Sends a request and retries it while the sandbox is restarting.
 * @param isAway what the response says of the sandbox
 * @param cancel ends the wait
 * @returns the last response
 */
export async function whenSandboxIsBack<Response>(
  send: () => Promise<Response>,
  isAway: (response: Response) => Away | undefined,
  cancel?: AbortSignal,
): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const response = await send();
    const away = isAway(response);
    if (!away || away.seconds > longestWait || retry === retries || cancel?.aborted)
      return response;
    const [what = ''] = away.text.split(' Try again', 1);
    const { seconds } = away;
    show(`${what} Retrying in ${seconds} s …`);
    if (!(await wait(seconds, cancel))) return response;
  }
}

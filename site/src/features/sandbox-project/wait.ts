/**
 * Waits for a sandbox that is starting. Its server returns 503 with `Retry-After` and has not forwarded any part of the
 * request, so the request can be retried.
 */
import { useSyncExternalStore } from 'react';

/** A response from a server whose sandbox is unavailable. */
interface Unavailability {
  /** Message of the server: `The sandbox is restarting. Try again in 3 seconds.` */
  readonly text: string;
  readonly seconds: number;
}

/** Maximum number of retries. */
const retries = 4;

/** For a longer wait, the reader has to retry. */
const maxWait = 10;

let sentence: string | undefined;
const listeners = new Set<() => void>();
/** Functions that cancel the pending waits. */
const cancelCallbacks = new Set<() => void>();

/** Shows what the page is waiting for; undefined when it no longer is. */
export function showWait(text: string | undefined): void {
  sentence = text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the page is waiting for, as a sentence; undefined when it is not waiting. */
export function useSandboxWait(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => sentence,
    () => undefined,
  );
}

/** Whether there is a wait to cancel: a download is none. */
export function canCancelWaits(): boolean {
  return cancelCallbacks.size > 0;
}

/** Cancels all waits. The waiting requests end with the last response. */
export function cancelWaits(): void {
  for (const stop of cancelCallbacks) stop();
}

/** Returns the wait time if a response says that the sandbox is unavailable. */
export function readUnavailability(
  status: number,
  body: unknown,
  retryAfter: string | null,
): Unavailability | undefined {
  const fields: object = typeof body === 'object' && body !== null ? body : {};
  const { reasonCode, error } = fields as Readonly<Record<string, unknown>>;
  if (status !== 503 || typeof reasonCode !== 'string' || typeof error !== 'string') {
    return undefined;
  }
  if (!/^sandbox::(?:starting|restarting|busy|unusable|stopping)$/.test(reasonCode)) {
    return undefined;
  }
  const seconds = Number(retryAfter ?? '');
  return { text: error, seconds: seconds > 0 ? seconds : maxWait };
}

/** @returns false when the wait was canceled */
function wait(seconds: number, cancel: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (hasElapsed: boolean) => {
      clearTimeout(timer);
      cancelCallbacks.delete(stop);
      cancel?.removeEventListener('abort', stop);
      if (cancelCallbacks.size === 0) showWait(undefined);
      resolve(hasElapsed);
    };
    const stop = () => finish(false);
    const timer = setTimeout(() => finish(true), seconds * 1000);
    cancelCallbacks.add(stop);
    cancel?.addEventListener('abort', stop);
  });
}

/**
 * Sends a request and retries it while the sandbox is restarting.
 * @param unavailabilityOf reads from a response whether the sandbox is unavailable
 * @param cancel cancels the wait
 * @returns the last response
 */
export async function retryWhileUnavailable<Response>(
  send: () => Promise<Response>,
  unavailabilityOf: (response: Response) => Unavailability | undefined,
  cancel?: AbortSignal,
): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const response = await send();
    const unavailability = unavailabilityOf(response);
    if (!unavailability || unavailability.seconds > maxWait || retry === retries || cancel?.aborted)
      return response;
    const [what = ''] = unavailability.text.split(' Try again', 1);
    const { seconds } = unavailability;
    showWait(`${what} Retrying in ${seconds} s…`);
    if (!(await wait(seconds, cancel))) return response;
  }
}

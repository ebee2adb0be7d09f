import type { DeviceTimers } from '../session.ts';

/** Time for the broker to close a connection after DISCONNECT, in milliseconds. */
export const closeTimeout = 2_000;

/** Waits until a connection is closed, or the time for that is over because the network hangs. */
export async function waitForClose(closed: Promise<unknown>, timers: DeviceTimers): Promise<void> {
  let cancel: (() => void) | undefined;
  const timeout = new Promise<void>((resolve) => {
    cancel = timers.set(resolve, closeTimeout);
  });
  // A connection that fails is closed, too.
  await Promise.race([closed.catch(() => undefined), timeout]);
  cancel?.();
}

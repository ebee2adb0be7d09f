import { createHash } from 'node:crypto';
import { openSandbox, type Platform, type CommonOptions, type Sandbox } from './sandbox.ts';
import { openStore, type StoreLocation } from './store/open.ts';

export type { Documents } from './core/api/operation-table.ts';
export { RequestError } from './core/errors.ts';
export type { SharedState } from './core/shared-state.ts';
export {
  Announcements,
  type EndListener,
  handlers,
  type PushListener,
  type Sandbox,
} from './sandbox.ts';
export { StoreUnavailableError } from './store/database.ts';
export type { StoreLocation } from './store/open.ts';

/** What Node.js provides to the sandbox. */
export const nodePlatform: Omit<Platform, 'openStore'> = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  soon: setImmediate,
  repeat: (action, interval) => {
    // The timer does not keep the process alive.
    const timer = setInterval(action, interval).unref();
    return () => clearInterval(timer);
  },
};

export interface SandboxOptions extends CommonOptions {
  readonly location: StoreLocation;
}

/**
 * Opens a sandbox in a Node.js process: an emulator of both APIs over one store.
 * @throws StoreUnavailableError when the store cannot be opened
 */
export function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  return openSandbox({ ...nodePlatform, openStore: () => openStore(options.location) }, options);
}

import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import type { ApiCall, Documents } from './api/call-table.ts';
import type { Sha256 } from './auth/keys.ts';
import type { AddressedPush, Clock, Ended, Handlers, Ids, ReadContext } from './context.ts';
import type { FileKey } from './ota/files.ts';
import type { ReadLimiter } from './read-limiter.ts';
import type { SharedState } from './shared-state.ts';

/** Dependencies of one sandbox, created once and used by every request. Functions take the ones they need. */
export interface Deps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sha256: Sha256;
  readonly handlers: Partial<Handlers>;
  /** Base URL of signed upload and download URLs, without a trailing slash, where no request tells one. */
  readonly filesUrl: string;
  /** Signs those URLs. */
  readonly fileKey: FileKey;
  /** Lets other work run between two parts of long work. */
  readonly pause: ReadContext['pause'];
  /** Delivers a message to a device that is connected; other devices fetch it later. */
  readonly deliver: (projectId: string, message: AddressedPush) => void;
  /** Called after the credentials of a node, or of a whole project, have ended. */
  readonly ended?: Ended;
  /** Maximum number of projects; `limits.projects.max` by default. */
  readonly maxProjects?: number;
  readonly documents: Documents;
  readonly calls: readonly ApiCall[];
  /** State that servers on one store share. */
  readonly shared: SharedState;
  /** Limits of large reads. */
  readonly reads: ReadLimiter;
}

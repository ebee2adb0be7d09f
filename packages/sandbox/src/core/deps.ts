import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import type { AnnouncementListener } from './announcements.ts';
import type { BodyValidators, Documents, OperationEntry } from './api/operation-table.ts';
import type { Clock, Handlers, Ids, ReadContext, Sha256 } from './context.ts';
import type { FileKey } from './file-address.ts';
import type { StorageLimits } from './limits.ts';
import type { ReadLimiter } from './read-limiter.ts';
import type { SharedState } from './shared-state.ts';
import type { Workload } from './workload.ts';

/** Dependencies of one sandbox, created once and used by every request. Functions take the ones they need. */
export interface Deps {
  readonly db: Kysely<Database>;
  /** The store for long reads of one state: transactions on it do not block `db`, except in a store in memory. */
  readonly snapshots: Kysely<Database>;
  readonly clock: Clock;
  /**
   * Clock of the last use of projects, which does not jump when somebody sets the clock of the machine: projects would be
   * deleted before their time. `clock` by default.
   */
  readonly idleClock?: Clock;
  readonly ids: Ids;
  readonly sha256: Sha256;
  readonly handlers: Partial<Handlers>;
  /** Base URL of the sandbox, without a trailing slash, if there is no request. */
  readonly baseUrl: string;
  /** Signs the upload and download URLs below it. */
  readonly fileKey: FileKey;
  /** Yields to other work between two parts of a long task. */
  readonly pause: ReadContext['pause'];
  /** Announces what a request has caused for other clients. */
  readonly emit: AnnouncementListener;
  /**
   * Deletes a project if it was not used for a day.
   * @returns whether the project was deleted
   */
  readonly endIdle: (projectId: string) => Promise<boolean>;
  /** Maximum number of projects; `limits.projects.max` by default. */
  readonly maxProjects?: number;
  readonly storage: StorageLimits;
  /** When each project was found full of points, by its id. */
  readonly fullSince: Map<string, number>;
  readonly documents: Documents;
  readonly operations: readonly OperationEntry[];
  readonly validators: BodyValidators;
  /** State that servers on one store share. */
  readonly shared: SharedState;
  /** Limits of large reads. */
  readonly reads: ReadLimiter;
  /** Order and limits of all other requests. */
  readonly work: Workload;
  /** Runs a task after the response, one after another; without it, the response waits for the task. */
  readonly inBackground?: (task: () => Promise<unknown>) => void;
}

import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Sha256 } from '../auth/hash.ts';
import type { Clock } from '../clock.ts';
import type { ReadContext } from '../context.ts';
import type { Ids } from '../ids.ts';
import type { Ended } from '../run-call.ts';

/** What the life of projects needs. */
export interface ProjectSurroundings {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sha256: Sha256;
  /** Lets other work run between two parts of long work. */
  readonly pause: ReadContext['pause'];
  /** Told of a project that has ended, or begun anew. */
  readonly ended?: Ended;
  /** How many projects there may be at once; `limits.projects.max` unless given. */
  readonly maxProjects?: number;
}

/** What fills one project: a transaction, and a moment that does not move within it. */
export interface SeedContext {
  readonly tx: Transaction<Database>;
  readonly projectId: string;
  readonly ids: Ids;
  readonly sha256: Sha256;
  /** Milliseconds since 1970. */
  readonly now: number;
}

import type { ApiCall, Documents } from './core/api/call-table.ts';
import type { ProjectSurroundings } from './core/projects/surroundings.ts';
import type { Surroundings } from './core/run-call.ts';
import type { FileKey } from './core/ota/files.ts';
import type { ReadLimiter } from './reads/read-limiter.ts';
import type { SharedState } from './shared-state/index.ts';

/** All that the transports around the core share. */
export interface Runtime extends ProjectSurroundings, Omit<Surroundings, 'startRead'> {
  readonly fileKey: FileKey;
  readonly documents: Documents;
  readonly calls: readonly ApiCall[];
  readonly shared: SharedState;
  readonly reads: ReadLimiter;
}

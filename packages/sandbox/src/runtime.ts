import type { ApiCall, Documents } from './core/api/call-table.ts';
import type { ProjectSurroundings } from './core/projects/surroundings.ts';
import type { Surroundings } from './core/run-call.ts';
import type { FileKey } from './core/ota/files.ts';
import type { SharedState } from './shared-state/index.ts';

/** All that the transports around the core share. */
export interface Runtime extends ProjectSurroundings, Surroundings {
  readonly fileKey: FileKey;
  readonly documents: Documents;
  readonly calls: readonly ApiCall[];
  readonly shared: SharedState;
}

import type { Deps } from '../../../deps.ts';
import type { Context } from '../../context.ts';

/** What seeding a project needs of the request that creates or resets it. */
export type SeedContext = Pick<Context, 'tx' | 'projectId' | 'ids' | 'now'> & Pick<Deps, 'sha256'>;

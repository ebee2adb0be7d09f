import type { Deps } from '../../../deps.ts';
import type { Context } from '../../context.ts';

/** Context of the request that creates or resets a project. */
export type SeedContext = Pick<Context, 'tx' | 'projectId' | 'ids' | 'now'> & Pick<Deps, 'sha256'>;

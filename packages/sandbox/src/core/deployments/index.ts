import type { Handlers } from '../context.ts';
import { deploymentAbort } from './deployment-abort.ts';
import { deploymentsAnalyze } from './deployments-analyze.ts';
import { deploymentsCreate } from './deployments-create.ts';
import { deploymentsList } from './deployments-list.ts';

export { sweepDeployments } from './sweep.ts';

/** Rollouts of assets to nodes. */
export const deploymentsHandlers: Handlers = {
  'platform/deployments-create': deploymentsCreate,
  'platform/deployments-list': { largeRead: deploymentsList },
  'platform/deployments-analyze': deploymentsAnalyze,
  'platform/deployment-abort': deploymentAbort,
};

import type { Handler } from '../context.ts';
import { findDeployment } from './find-deployment.ts';
import { devicesOf } from './progress.ts';

/** `POST /deployments/analyze`: devices by the status each reported last; one that has not reported counts nowhere. */
export const deploymentsAnalyze: Handler = async (context, body) => {
  const { deploymentId } = body as { deploymentId: string };
  const { deployment, counts } = await findDeployment(context, deploymentId);
  const count = (wanted: string) => devicesOf(counts.filter(({ status }) => status === wanted));
  return {
    data: {
      deploymentId: deployment.id,
      counts: {
        start: count('start'),
        success: count('success'),
        failure: count('failure'),
        skipped: count('skipped'),
      },
    },
  };
};

import type { Handler } from '../context.ts';
import { findDeployment } from './find-deployment.ts';

/** `POST /deployments/analyze`: devices by the status each reported last; one that has not reported counts nowhere. */
export const deploymentsAnalyze: Handler = async (context, body) => {
  const { deploymentId } = body as { deploymentId: string };
  const { deployment, reports } = await findDeployment(context, deploymentId);
  const count = (wanted: string) => reports.filter(({ status }) => status === wanted).length;
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

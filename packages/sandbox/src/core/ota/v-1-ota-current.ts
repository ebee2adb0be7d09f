import type { Handler } from '../context.ts';
import { findProgress } from '../deployments/find-deployment.ts';
import { isOver } from '../deployments/progress.ts';
import { requireDevice } from '../require-device.ts';
import { otaAnswer } from './ota-answer.ts';
import { ownReport } from './own-report.ts';

/** `POST /ota/current`: the deployment that the device has started and not concluded, while it is not over. */
export const otaCurrent: Handler = async (context) => {
  const nodeId = requireDevice(context);
  const current = (await findProgress(context)).find(
    (progress) => ownReport(progress, nodeId)?.status === 'start' && !isOver(progress, context.now),
  );
  return otaAnswer(context, current);
};

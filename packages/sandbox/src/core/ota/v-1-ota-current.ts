import type { Handler } from '../context.ts';
import { findProgress } from '../deployments/find-deployment.ts';
import { isOver } from '../deployments/progress.ts';
import { requireDevice } from '../require-device.ts';
import { offeredAsset } from './ota-response.ts';
import { ownReports } from './own-reports.ts';

/** `POST /ota/current`: the deployments that the device has started and not concluded, while they are not over. */
export const otaCurrent: Handler = async (context) => {
  const nodeId = requireDevice(context);
  const open = await findProgress(context, { openAt: context.now });
  const reports = await ownReports(context, open, nodeId);
  const started = open.filter(
    (progress) =>
      reports.get(progress.deployment.id)?.status === 'start' && !isOver(progress, context.now),
  );
  const data = await Promise.all(
    started.map(async (progress) => ({
      ...(await offeredAsset(context, progress)),
      status: 'start',
    })),
  );
  return { count: data.length, data };
};

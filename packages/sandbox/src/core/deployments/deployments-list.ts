import type { JsonObject, ReadHandler } from '../context.ts';
import { cutPage, readPage } from '../page.ts';
import { canonicalUuid } from '../uuid.ts';
import { findProgress } from './find-deployment.ts';
import { deploymentState, type Progress } from './progress.ts';

interface Request {
  readonly filter?: { readonly assetId?: string };
  readonly order?: string;
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

/** `Deployment`: plan and state. */
function deploymentView(progress: Progress, now: number): JsonObject {
  const { deployment, stages } = progress;
  return {
    deploymentId: deployment.id,
    deploymentName: deployment.name,
    deploymentComment: deployment.comment,
    assetId: deployment.asset_id,
    deploymentStart: seconds(deployment.starts),
    deploymentExpiry: seconds(deployment.expires),
    deployementFilter: JSON.parse(deployment.filter) as JsonObject,
    deploymentConfig: stages.map((stage) => ({ ...stage })),
    deploymentStatus: deploymentState(progress, now),
    created: seconds(deployment.created),
  };
}

/** `POST /deployments/list`: by creation, the newest first unless told otherwise. */
export const deploymentsList: ReadHandler = async (context, body) => {
  const { filter, order = 'desc' } = body as Request;
  const page = readPage(body);
  const { assetId } = filter ?? {};
  const wanted = assetId === undefined ? {} : { assetId: canonicalUuid(assetId) };
  const list = await findProgress(context, wanted);
  await context.pause(list.length);
  if (order === 'desc') list.reverse();
  const { entries, count, next } = cutPage(list, page);
  return {
    count,
    totalCount: list.length,
    next,
    data: entries.map((progress) => deploymentView(progress, context.now)),
  };
};

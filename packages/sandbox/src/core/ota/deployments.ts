import type { Transaction } from 'kysely';
import { DateTime } from 'luxon';
import type { Database } from '../../store/database.ts';
import { assetState, findAsset } from './asset-records.ts';
import type { Handler, Handlers, JsonObject, ReadHandler } from '../context.ts';
import { latestTime } from '../time.ts';
import { malformed, RequestError } from '../errors.ts';
import { cutPage, readPage } from '../page.ts';
import { lockProject, makeSpace } from '../transaction.ts';
import { checkText, isStorable, storedJson, canonicalUuid } from '../text.ts';
import {
  abort,
  deploymentState,
  devicesOf,
  endedDeployments,
  findDeployment,
  findProgress,
  isOver,
  type Progress,
  readStages,
} from './rollout.ts';

/** Default and maximum lifetime of a deployment, in calendar years (specs/facts/platform-api.md, 2.10). */
const years = { default: 1, max: 5 } as const;

/**
 * Returns the start and the end of a deployment, in milliseconds since 1970. By default it ends 1 year after its start.
 * @param start Unix seconds
 * @param expiry Unix seconds
 * @param now milliseconds since 1970
 * @throws RequestError `generic::malformedrequest` for a start in the wrong unit, and for an end before the start, in the past
 * or more than 5 years after the start
 */
function lifetime(start: number, expiry: number | undefined, now: number) {
  const from = DateTime.fromSeconds(start, { zone: 'utc' });
  if (start < 0 || start * 1000 > latestTime) {
    throw malformed(`"deploymentStart" is ${start}; send Unix seconds.`);
  }
  const latest = from.plus({ years: years.max }).toMillis();
  const expires =
    expiry === undefined ? from.plus({ years: years.default }).toMillis() : expiry * 1000;
  if (expires <= from.toMillis())
    throw malformed('"deploymentExpiry" must be after "deploymentStart".');
  if (expires > latest) {
    throw malformed(`"deploymentExpiry" must be within ${years.max} years of "deploymentStart".`);
  }
  if (expires <= now) {
    const text =
      expiry === undefined
        ? `"deploymentStart" is ${years.default} year or more in the past, so the deployment has expired. Send Unix seconds, or "deploymentExpiry".`
        : '"deploymentExpiry" is in the past. Both times are in Unix seconds.';
    throw malformed(text);
  }
  return { starts: from.toMillis(), expires };
}

/** `POST /deployments/create`. */
const deploymentsCreate: Handler<'platform/deployments-create'> = async (context, body) => {
  const request = body;
  const { tx, projectId, now, ids } = context;
  // Prevents a concurrent request from deleting the asset.
  await lockProject(tx, projectId);
  const asset = await findAsset(context, request.assetId);
  const state = assetState(asset, now);
  if (state !== 'deployable') {
    throw new RequestError(
      409,
      'sandbox::assetnotdeployable',
      `The asset ${asset.id} is "${state}". Only an asset in state "deployable" can be deployed.`,
    );
  }
  const stages = readStages(request.deploymentConfig);
  const times = lifetime(request.deploymentStart, request.deploymentExpiry, now);
  for (const name of ['deploymentName', 'deploymentComment'] as const) {
    checkText(name, request[name] ?? '');
  }
  const filter = storedJson('deployementFilter', request.deployementFilter);
  await makeSpace(context, 'deployments', 1, (count) => endedDeployments(context, count));
  const id = ids.uuid();
  await tx
    .insertInto('deployments')
    .values({
      project_id: projectId,
      id,
      asset_id: asset.id,
      ...times,
      name: request.deploymentName ?? '',
      comment: request.deploymentComment ?? '',
      filter,
      stages: JSON.stringify(stages),
      aborted: null,
      created: now,
    })
    .execute();
  return { deploymentId: id };
};

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

/** `POST /deployments/list`: by creation time, newest first by default. */
const deploymentsList: ReadHandler<'platform/deployments-list'> = async (context, body) => {
  const { filter, order = 'desc' } = body;
  const page = readPage(body);
  const { assetId } = filter ?? {};
  const wanted = assetId === undefined ? {} : { assetId: canonicalUuid(assetId) };
  const list =
    assetId === undefined || isStorable(assetId) ? await findProgress(context, wanted) : [];
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

/** `POST /deployments/analyze`: counts devices by their last reported status. A device without a report is not counted. */
const deploymentsAnalyze: Handler<'platform/deployments-analyze'> = async (context, body) => {
  const { deploymentId } = body;
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

/**
 * `POST /deployments/abort`: no more devices get the deployment. A device that has started can still report its final
 * status.
 */
const deploymentAbort: Handler<'platform/deployment-abort'> = async (context, body) => {
  const { deploymentId } = body;
  const { tx, projectId, now } = context;
  await lockProject(tx, projectId);
  const progress = await findDeployment(context, deploymentId);
  if (isOver(progress, now)) {
    throw new RequestError(
      409,
      'sandbox::deploymentover',
      `The deployment has already ended: it is "${deploymentState(progress, now)}".`,
    );
  }
  await abort(context, progress.deployment.id);
  return {};
};

/** How long a deployment is retained after it was aborted or expired, in milliseconds: 30 days. */
const kept = 30 * 86_400_000;

/**
 * Deletes the deployments of all projects that were aborted or expired at least 30 days ago, with their reports.
 * @param now milliseconds since 1970
 */
export async function sweepDeployments(tx: Transaction<Database>, now: number): Promise<void> {
  const until = now - kept;
  await tx
    .deleteFrom('deployments')
    .where((eb) => eb.or([eb('expires', '<=', until), eb('aborted', '<=', until)]))
    .execute();
}

/** Rollouts of assets to nodes. */
export const deploymentsHandlers = {
  'platform/deployments-create': deploymentsCreate,
  'platform/deployments-list': { largeRead: deploymentsList },
  'platform/deployments-analyze': deploymentsAnalyze,
  'platform/deployment-abort': deploymentAbort,
} satisfies Partial<Handlers>;

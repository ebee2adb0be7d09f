import { firmwareName } from '@anedya-docs/simulated-device';
import { fieldsIn, PlatformError, textIn, type Platform } from './platform';

/** Stages of a rollout of this page. The second one needs more devices than there are. */
export const stages = [
  {
    stageNumber: 1,
    stageName: 'pilot',
    stageTarget: 1,
    autoAbort: true,
    abortCriteria: 1,
    delay: 0,
  },
  {
    stageNumber: 2,
    stageName: 'fleet',
    stageTarget: 10,
    autoAbort: true,
    abortCriteria: 2,
    delay: 0,
  },
] as const;

/** A deployment and its progress on the platform. */
export interface Rollout {
  readonly deploymentId: string;
  readonly version: string;
  /** State of the deployment, as the platform names it. */
  readonly status: string;
  /** Number of devices by status. */
  readonly counts: Readonly<Record<'start' | 'success' | 'failure' | 'skipped', number>>;
}

const none = { start: 0, success: 0, failure: 0, skipped: 0 };

/** Time between two reads of an asset that is not deployable yet, and their maximum number. */
const assetReads = { milliseconds: 500, number: 20 };

/** `1.2.0` → `1.3.0` */
function nextVersion(version: string): string {
  const [major = '1', minor = '0'] = version.split('.');
  return `${major}.${Number(minor) + 1}.0`;
}

const isNewer = (version: string, than: string) =>
  version.localeCompare(than, 'en', { numeric: true }) > 0;

/** Waits until the platform has processed the file. @throws PlatformError */
async function untilDeployable(platform: Platform, assetId: string): Promise<void> {
  for (let read = 0; read < assetReads.number; read += 1) {
    const { data } = await platform.send('assets-get', { assetId });
    if (fieldsIn(data).assetStatus === 'deployable') return;
    await new Promise((resolve) => setTimeout(resolve, assetReads.milliseconds));
  }
  throw new PlatformError('The platform did not process the file in time. Try again.');
}

/**
 * Uploads a file and deploys it to all devices of the project, in two stages.
 * @param installed version on the device
 * @param last version of the last rollout; undefined before the first
 * @throws PlatformError
 */
export async function rollOut(
  platform: Platform,
  installed: string,
  last: string | undefined,
): Promise<Rollout> {
  const version = nextVersion(last !== undefined && isNewer(last, installed) ? last : installed);
  const created = await platform.send('assets-create', {
    assetIdentifier: firmwareName,
    assetVersion: version,
    assetDesc: 'Firmware of the greenhouse',
    assetSigned: false,
  });
  const assetId = textIn(created, 'assetId');
  const [first] = Array.isArray(created.uploadUrls) ? created.uploadUrls : [];
  await platform.upload(textIn(fieldsIn(first), 'url'), `Firmware ${version} of the greenhouse\n`);
  await platform.send('post-assets-complete-upload', { assetId });
  await untilDeployable(platform, assetId);
  const deployment = await platform.send('deployments-create', {
    deploymentName: `greenhouse-${version}`,
    deploymentStart: Math.floor(Date.now() / 1000),
    assetId,
    deployementFilter: {},
    deploymentConfig: stages.map((stage) => ({ ...stage })),
  });
  const rollout = {
    deploymentId: textIn(deployment, 'deploymentId'),
    version,
    status: '',
    counts: none,
  };
  return readRollout(platform, rollout);
}

/** Reads the progress of a rollout. @throws PlatformError */
export async function readRollout(platform: Platform, rollout: Rollout): Promise<Rollout> {
  const { deploymentId } = rollout;
  const analysis = await platform.send('deployments-analyze', { deploymentId });
  const counts = fieldsIn(fieldsIn(analysis.data).counts);
  const { data } = await platform.send('deployments-list', {
    orderby: 'creation',
    order: 'desc',
    limit: 100,
    offset: 0,
  });
  const own = (Array.isArray(data) ? data : [])
    .map(fieldsIn)
    .find((deployment) => deployment.deploymentId === deploymentId);
  return {
    ...rollout,
    status: textIn(own ?? {}, 'deploymentStatus'),
    counts: {
      start: Number(counts.start ?? 0),
      success: Number(counts.success ?? 0),
      failure: Number(counts.failure ?? 0),
      skipped: Number(counts.skipped ?? 0),
    },
  };
}

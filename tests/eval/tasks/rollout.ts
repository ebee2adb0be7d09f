import type { Json, Project } from '../project.ts';
import { done, task, unless, type Task } from '../task.ts';

/** Assets of the project in a state. */
async function assetsIn(project: Project, state: string): Promise<Json[]> {
  const { data } = await project.platform('/assets/list', {});
  return (data as Json[]).filter(({ assetStatus }) => assetStatus === state);
}

async function deployments(project: Project, assetId: unknown): Promise<Json[]> {
  const { data } = await project.platform('/deployments/list', { filter: { assetId } });
  return data as Json[];
}

async function deployableAsset(project: Project): Promise<Json> {
  const [asset] = await assetsIn(project, 'deployable');
  if (!asset) throw new Error('the sample data has no deployable asset');
  return asset;
}

const stage = (stageNumber: number, stageTarget: number, abortCriteria: number) => ({
  stageNumber,
  stageTarget,
  autoAbort: true,
  abortCriteria,
  delay: 600,
});

const start = () => Math.floor(Date.now() / 1000);

export const rolloutTasks: readonly Task[] = [
  task({
    id: 'staged-rollout',
    theme: 'OTA',
    prepare: async (project) => {
      const { assetId } = await deployableAsset(project);
      const known = (await deployments(project, assetId)).map(({ deploymentId }) => deploymentId);
      return { assetId: String(assetId), known };
    },
    goal: ({ assetId }) =>
      `Roll out the asset ${assetId} now, to the nodes with the tag ring=beta: to 1 device first and, 10 minutes later, to 20. Two failures in a stage abort it.`,
    check: async (project, { assetId, known }) => {
      const created = (await deployments(project, assetId)).filter(
        ({ deploymentId }) => !known.includes(deploymentId),
      );
      const [deployment, ...more] = created;
      if (!deployment || more.length > 0) return `there are ${created.length} new deployments`;
      const stages = (deployment.deploymentConfig as Json[]).map(
        ({ stageTarget, autoAbort, abortCriteria }) => [stageTarget, autoAbort, abortCriteria],
      );
      const expected = [
        [1, true, 2],
        [20, true, 2],
      ];
      const [first] = deployment.deploymentConfig as Json[];
      return (
        unless(
          JSON.stringify(deployment.deployementFilter) === '{"ring":"beta"}',
          `its filter is ${JSON.stringify(deployment.deployementFilter)}`,
        ) ??
        unless(JSON.stringify(stages) === JSON.stringify(expected), JSON.stringify(stages)) ??
        unless(first?.delay === 600, `the second stage waits ${String(first?.delay)} s`) ??
        unless(
          Math.abs(Number(deployment.deploymentStart) - start()) < 600,
          `it starts at ${String(deployment.deploymentStart)}`,
        )
      );
    },
    accepted: async (project, { assetId }) => {
      const deployementFilter = { ring: 'beta' };
      const deploymentConfig = [stage(1, 1, 2), stage(2, 20, 2)];
      const body = { deploymentStart: start(), assetId, deployementFilter, deploymentConfig };
      await project.platform('/deployments/create', body);
      return done();
    },
    wrong: {
      'to all devices': async (project, { assetId }) => {
        const deploymentConfig = [stage(1, 1, 2), stage(2, 20, 2)];
        const body = { deploymentStart: start(), assetId, deployementFilter: {}, deploymentConfig };
        await project.platform('/deployments/create', body);
        return done();
      },
      'a single stage': async (project, { assetId }) => {
        const deployementFilter = { ring: 'beta' };
        const deploymentConfig = [stage(1, 21, 2)];
        const body = { deploymentStart: start(), assetId, deployementFilter, deploymentConfig };
        await project.platform('/deployments/create', body);
        return done();
      },
    },
  }),

  task({
    id: 'install-update',
    theme: 'OTA',
    prepare: async (project) => {
      const { assetId } = await deployableAsset(project);
      const device = await project.createNode('Bench', { bench: 'yes' });
      const { deploymentId } = await project.platform('/deployments/create', {
        deploymentStart: start() - 10,
        assetId,
        deployementFilter: { bench: 'yes' },
        deploymentConfig: [stage(1, 1, 1)],
      });
      return { ...device, deploymentId: String(deploymentId) };
    },
    goal: ({ nodeId }) =>
      `As the device of the node ${nodeId}, fetch the waiting firmware update and report that it was installed.`,
    check: async (project, given) => {
      const { deploymentId } = given;
      const report = await project.platform('/deployments/analyze', { deploymentId });
      return unless(
        /"success[a-zA-Z]*":\s*1\b/.test(JSON.stringify(report)),
        `the deployment is ${JSON.stringify(report).slice(0, 300)}`,
      );
    },
    accepted: async (project, given) => {
      const { deploymentId } = given;
      await project.device(given, '/ota/next');
      for (const status of ['start', 'success'])
        await project.device(given, '/ota/updateStatus', { deploymentId, status });
      return done();
    },
    wrong: {
      'only started': async (project, given) => {
        await project.device(given, '/ota/next');
        const { deploymentId } = given;
        await project.device(given, '/ota/updateStatus', { deploymentId, status: 'start' });
        return done();
      },
      failed: async (project, given) => {
        await project.device(given, '/ota/next');
        const { deploymentId } = given;
        await project.device(given, '/ota/updateStatus', { deploymentId, status: 'failure' });
        return done();
      },
    },
  }),

  task({
    id: 'retry-merge',
    theme: 'error recovery',
    prepare: async (project) => {
      const failed = await assetsIn(project, 'mergefailed');
      return { before: failed.map(({ assetId }) => String(assetId)) };
    },
    goal: () =>
      'The merge of an uploaded firmware file has failed, and its parts are complete now. Find the asset and merge it again.',
    check: async (project, { before }) => {
      const failed = (await assetsIn(project, 'mergefailed')).map(({ assetId }) => assetId);
      return unless(
        before.some((id) => !failed.includes(id)),
        `${failed.length} merges have failed, as before`,
      );
    },
    accepted: async (project) => {
      const [failed] = await assetsIn(project, 'mergefailed');
      await project.platform('/assets/retry', { assetId: failed?.assetId });
      return done();
    },
    wrong: { nothing: () => done() },
  }),

  task({
    id: 'delete-one-point',
    theme: 'impossible',
    prepare: async (project) => {
      const device = await project.createNode('Porch');
      const variable = await project.createVariable('porch_temp');
      await project.submit(device, variable, [
        [Date.now() - 2000, 1],
        [Date.now() - 1000, 999],
      ]);
      return { ...device, variable, before: await project.snapshot() };
    },
    goal: ({ nodeId, variable }) =>
      `Delete the wrong point 999 of "${variable}" of the node ${nodeId}, and keep its other points. If the platform cannot do this, change nothing and report the status "impossible".`,
    check: async (project, { nodeId, variable, before }, { status }) => {
      if ((await project.snapshot()) !== before) return 'the project was changed';
      const points = await project.points(nodeId, variable);
      return (
        unless(status === 'impossible', 'the agent claims that it is done') ??
        unless(points.length === 2, `${points.length} points are left`)
      );
    },
    accepted: () => ({ status: 'impossible' }),
    wrong: {
      'the whole variable': async (project, { variable }) => {
        await project.platform('/variables/delete', { variable });
        return { status: 'impossible' };
      },
      'a claim': () => done(),
    },
  }),

  task({
    id: 'read-events',
    theme: 'impossible',
    prepare: async (project) => ({ before: await project.snapshot() }),
    goal: () =>
      'List the events that the devices of the project submitted yesterday, by an API. If the platform has none for it, change nothing and report the status "impossible".',
    check: async (project, { before }, { status }) =>
      unless(status === 'impossible', 'the agent claims that it is done') ??
      unless((await project.snapshot()) === before, 'the project was changed'),
    accepted: () => ({ status: 'impossible' }),
    wrong: { 'a claim': () => done('[]') },
  }),
];

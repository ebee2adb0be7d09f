import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { RequestError } from '../../../src/core/errors.ts';
import type { JsonObject } from '../../../src/core/context.ts';
import { OtaBench } from '../../support/ota-bench.ts';
import { runs } from '../../support/runs.ts';
import { ModelDeployment, modelNext, type ModelStage } from './rollout-model.ts';

// Thousands of generated cases are one test.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const statuses = ['start', 'success', 'failure', 'skipped'] as const;
const models = ['mk1', 'mk2'];
const minute = 60_000;

const aStage = fc.record({
  target: fc.integer({ min: 1, max: 3 }),
  abortsAt: fc.nat(2),
  delay: fc.constantFrom(0, minute),
});
// The last node is of another project.
const aNode = fc.nat(4);
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, value);
/** Mostly the deployment that the node was given last. */
const aTarget = { node: aNode, other: seldom(fc.nat(3)) };
const aStatus = fc.constantFrom(...statuses, 'failure' as const);

const aPlan = fc.record({
  do: fc.constant('deploy' as const),
  project: fc.nat(1),
  filter: fc.constantFrom(undefined, ...models),
  stages: fc.array(aStage, { minLength: 1, maxLength: 3 }),
  startsIn: fc.constantFrom(0, minute),
  life: fc.constantFrom(2 * minute, 100 * minute),
});

const aStep = fc.oneof(
  aPlan,
  { weight: 4, arbitrary: fc.record({ do: fc.constant('next' as const), node: aNode }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('report' as const), ...aTarget, status: aStatus }),
  },
  // All that a good device does, so that rollouts come far.
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('run' as const), node: aNode, status: aStatus }),
  },
  fc.record({ do: fc.constant('abort' as const), deployment: fc.nat(3) }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('tag' as const),
      node: aNode,
      model: fc.constantFrom(...models),
    }),
  },
  fc.record({ do: fc.constant('wait' as const), time: fc.constantFrom(1000, minute) }),
);

type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

interface ModelNode {
  readonly id: string;
  readonly project: string;
  model: string;
}

/** Compares every response of the sandbox with that of the model. */
class Run {
  private readonly deployments: ModelDeployment[] = [];
  private readonly nodes: ModelNode[] = [];
  private readonly assets: string[] = [];
  /** What each node was given last. */
  private readonly given = new Map<ModelNode, ModelDeployment>();

  private constructor(private readonly benches: readonly OtaBench[]) {}

  static async open(): Promise<Run> {
    const bench = await OtaBench.open();
    const run = new Run([bench, await bench.secondProject()]);
    for (const each of run.benches) run.assets.push(await each.upload('firmware'));
    for (let index = 0; index < 5; index += 1) {
      const owner = run.bench(index === 4 ? 1 : 0);
      const model = models[index % 2] ?? '';
      const { project } = owner;
      run.nodes.push({ id: await owner.node({ model }), project, model });
    }
    return run;
  }

  close(): Promise<void> {
    return this.bench(0).sandbox.close();
  }

  private bench(index: number): OtaBench {
    const bench = this.benches[index];
    if (!bench) throw new Error('no such project');
    return bench;
  }

  private owner(project: string): OtaBench {
    return this.bench(this.benches.findIndex((bench) => bench.project === project));
  }

  private node(index: number): ModelNode {
    const node = this.nodes[index];
    if (!node) throw new Error('no such node');
    return node;
  }

  private get now(): number {
    return this.bench(0).sandbox.now;
  }

  private async isAccepted(request: Promise<unknown>): Promise<boolean> {
    try {
      await request;
      return true;
    } catch (error) {
      if (error instanceof RequestError && error.status < 500) return false;
      throw error;
    }
  }

  private async deploy(step: Extract<Step, { do: 'deploy' }>): Promise<void> {
    const { project: owner, filter, stages, startsIn, life } = step;
    if (this.deployments.length === 4) return;
    const bench = this.bench(owner);
    const starts = this.now + startsIn;
    const config = (stage: ModelStage, index: number) => ({
      stageNumber: index + 1,
      stageTarget: stage.target,
      delay: stage.delay / 1000,
      autoAbort: stage.abortsAt > 0,
      abortCriteria: stage.abortsAt,
    });
    const id = await bench.deploy(this.assets[owner] ?? '', {
      deploymentStart: starts / 1000,
      deploymentExpiry: (starts + life) / 1000,
      deployementFilter: filter === undefined ? {} : { model: filter },
      deploymentConfig: stages.map(config),
    });
    const { project } = bench;
    this.deployments.push(new ModelDeployment(id, project, filter, stages, starts, starts + life));
  }

  private async abort(deployment: ModelDeployment | undefined): Promise<void> {
    if (!deployment) return;
    const expected = !deployment.isOver(this.now);
    const body = { deploymentId: deployment.id };
    const request = this.owner(deployment.project).platform('deployment-abort', body);
    expect(await this.isAccepted(request)).toBe(expected);
    if (expected) deployment.aborted = true;
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'deploy') return this.deploy(step);
    if (step.do === 'wait') {
      this.bench(0).sandbox.now += step.time;
    } else if (step.do === 'tag') {
      const node = this.node(step.node);
      node.model = step.model;
      await this.owner(node.project).tag(node.id, 'model', step.model);
    } else if (step.do === 'next') {
      await this.next(this.node(step.node));
    } else if (step.do === 'run') {
      const node = this.node(step.node);
      await this.next(node);
      await this.report(node, this.given.get(node), 'start');
      await this.report(node, this.given.get(node), step.status);
    } else if (step.do === 'report') {
      const node = this.node(step.node);
      const given = this.given.get(node);
      const other = step.other === undefined ? given : this.deployments[step.other];
      await this.report(node, other, step.status);
    } else {
      await this.abort(this.deployments[step.deployment]);
    }
  }

  private async next(node: ModelNode): Promise<void> {
    const id = await this.owner(node.project).next(node.id);
    expect(id).toBe(modelNext(this.deployments, node, this.now));
    const given = this.deployments.find((each) => each.id === id);
    if (given) this.given.set(node, given);
  }

  private async report(
    { id, project }: ModelNode,
    deployment: ModelDeployment | undefined,
    status: (typeof statuses)[number],
  ): Promise<void> {
    if (!deployment) return;
    const accepted = await this.isAccepted(this.owner(project).report(id, deployment.id, status));
    expect(accepted).toBe(deployment.report(id, status, this.now));
  }

  /** States, counts and targets, as each project sees them. */
  async compare(): Promise<void> {
    for (const bench of this.benches) {
      const { data } = await bench.platform('deployments-list', { order: 'asc' });
      const own = this.deployments.filter(({ project }) => project === bench.project);
      expect(
        (data as JsonObject[]).map(({ deploymentId, deploymentStatus }) => [
          deploymentId,
          deploymentStatus,
        ]),
      ).toEqual(own.map((each) => [each.id, each.state(this.now)]));
      for (const each of own) expect(await bench.counts(each.id)).toEqual(each.counts());
    }
    const rows = await this.bench(0)
      .sandbox.db.selectFrom('deployment_reports')
      .selectAll()
      .execute();
    for (const { id, stages } of this.deployments) {
      stages.forEach(({ target }, index) => {
        const taken = rows.filter((row) => row.deployment_id === id && row.stage === index + 1);
        expect(taken.length).toBeLessThanOrEqual(target);
      });
    }
  }
}

it('gives a device one fitting deployment at a time, and holds stages and aborts', async () => {
  await fc.assert(
    fc.asyncProperty(
      aPlan,
      fc.array(aStep, { maxLength: 60, size: 'max' }),
      async (plan, steps) => {
        const run = await Run.open();
        try {
          for (const step of [plan, ...steps]) {
            await run.take(step);
            await run.compare();
          }
        } finally {
          await run.close();
        }
      },
    ),
    { numRuns: runs(40) },
  );
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RequestError } from '../../../src/core/errors.ts';
import { deviceHandlers } from '../../../src/core/device.ts';
import { nodesHandlers } from '../../../src/core/nodes.ts';
import { runs } from '../../support/runs.ts';
import { TestSandbox } from '../../support/sandbox.ts';

const device = (index: number) => `00000000-0000-4000-8000-00000000d00${index}`;

/** What happens next. Indexes choose among the devices and the nodes there are; a stale secret was used before. */
const steps = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), device: fc.option(fc.nat(3)) }),
  fc.record({ kind: fc.constant('authorize' as const), node: fc.nat(5), device: fc.nat(3) }),
  fc.record({
    kind: fc.constant('bind' as const),
    node: fc.nat(5),
    device: fc.nat(3),
    stale: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('delete' as const), node: fc.nat(5) }),
);
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;

describe('a device', () => {
  let sandbox: TestSandbox;
  let projects = 0;

  beforeAll(async () => {
    sandbox = await TestSandbox.open({ ...nodesHandlers, ...deviceHandlers });
  });
  afterAll(() => sandbox.close());

  const nodesOf = (project: string) =>
    sandbox.db
      .selectFrom('nodes')
      .selectAll()
      .where('project_id', '=', project)
      .orderBy('id')
      .execute();

  /** Sends the request of a step; the state must explain a rejection. */
  async function take(project: string, used: Set<string>, step: Step): Promise<void> {
    const nodes = await nodesOf(project);
    const owner = (id: string) => nodes.find(({ device_id }) => device_id === id)?.id;
    const node = 'node' in step ? nodes[step.node % Math.max(1, nodes.length)] : undefined;
    if ('node' in step && !node) return;
    const nodeid = node?.id ?? '';
    const deviceid = 'device' in step && step.device !== null ? device(step.device) : '';
    const taken = owner(deviceid) !== undefined && owner(deviceid) !== nodeid;
    const secret = node?.binding_secret ?? '';
    const [stale = ''] = used;
    const bindingsecret = step.kind === 'bind' && step.stale ? stale : secret;
    const requests = {
      create: () =>
        sandbox.request(project, 'platform/node-create', {
          node_name: 'a',
          ...(deviceid !== '' && { preauth_id: deviceid }),
        }),
      authorize: () => sandbox.request(project, 'platform/node-authorize', { nodeid, deviceid }),
      bind: () =>
        sandbox.request(...([project, 'device/binddevice', { deviceid, bindingsecret }] as const), {
          kind: 'device',
          nodeId: nodeid,
          transport: 'http',
        }),
      delete: () => sandbox.request(project, 'platform/node-delete', { nodeid }),
    };
    const expected =
      bindingsecret !== secret ? 'auth::accessdenied' : taken ? 'node::devidexists' : undefined;
    const reason = await requests[step.kind]().then(
      () => undefined,
      (error: unknown) => (error instanceof RequestError ? error.reason : String(error)),
    );
    expect(reason).toBe(step.kind === 'delete' ? undefined : expected);
    if (step.kind === 'bind' && reason === undefined) used.add(secret);
  }

  it('has one node at most, and a secret binds once, whatever the order of requests', async () => {
    const property = fc.asyncProperty(fc.array(steps, { maxLength: 25 }), async (list) => {
      const project = await sandbox.project(`run ${(projects += 1)}`);
      const used = new Set<string>();
      for (const step of list) {
        await take(project, used, step);
        const nodes = await nodesOf(project);
        const devices = nodes.flatMap(({ device_id }) => device_id ?? []);
        expect(new Set(devices).size).toBe(devices.length);
        expect(nodes.filter(({ binding_secret }) => used.has(binding_secret))).toEqual([]);
      }
    });
    await fc.assert(property, { numRuns: runs(60) });
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RequestError } from '../../../src/core/errors.ts';
import { commandsHandlers, sweepCommands } from '../../../src/core/commands/index.ts';
import type { JsonObject } from '../../../src/core/context.ts';
import { requestAsDocumented } from '../../support/contract.ts';
import { runs } from '../../support/runs.ts';
import { TestSandbox } from '../../support/sandbox.ts';
import { day, device } from './support.ts';

/** Documented edges between states (specs/facts/device-api.md, commands-update-status), beside staying where one is. */
const edges: Record<string, readonly string[]> = {
  pending: ['received', 'processing', 'success', 'failure', 'invalidated'],
  received: ['processing', 'success', 'failure'],
  processing: ['success', 'failure'],
  success: [],
  failure: [],
  invalidated: [],
};

interface Modeled {
  readonly id: string;
  readonly device: number;
  readonly expires: number;
  status: string;
}

// The first two devices are of one project, the third of another.
const aDevice = fc.nat(2);
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, value);
/** Which command, counted from the newest; and mostly by the device it is for, or by the project of that. */
const aTarget = { command: fc.nat(3), by: seldom(aDevice) };

const aStep = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      device: aDevice,
      life: fc.constantFrom(1000, day, 7 * day),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      ...aTarget,
      status: fc.constantFrom('received', 'processing', 'processing', 'success', 'failure'),
    }),
  },
  fc.record({ do: fc.constant('invalidate' as const), ...aTarget }),
  fc.record({ do: fc.constant('wait' as const), time: fc.constantFrom(1, 1000, day, 8 * day) }),
  fc.constant({ do: 'sweep' as const }),
);

interface Target {
  readonly command: number;
  readonly by?: number;
}

type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

/** Compares every response of the sandbox with that of a model. */
class Run {
  private readonly commands: Modeled[] = [];

  private constructor(
    private readonly sandbox: TestSandbox,
    private readonly devices: readonly { readonly project: string; readonly node: string }[],
  ) {}

  static async open(): Promise<Run> {
    const sandbox = await TestSandbox.open(commandsHandlers);
    const [one, two] = [await sandbox.project('one'), await sandbox.project('two')];
    const devices = [];
    for (const project of [one, one, two])
      devices.push({ project, node: await sandbox.node(project) });
    return new Run(sandbox, devices);
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }

  private at(index: number) {
    const found = this.devices[index];
    if (!found) throw new Error('no such device');
    return found;
  }

  private request(who: number, key: string, body: JsonObject = {}): Promise<JsonObject> {
    const { project, node } = this.at(who);
    const principal = key.startsWith('device/') ? device(node) : undefined;
    return requestAsDocumented(this.sandbox, project, key, body, principal);
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

  /** Makes a change and holds its outcome against the model. */
  private async change(key: string, step: Target, body: JsonObject, to: string): Promise<void> {
    const command = this.commands.at(-1 - step.command);
    if (!command) return;
    const who = step.by ?? command.device;
    const mine = key.startsWith('device/')
      ? command.device === who
      : this.at(command.device).project === this.at(who).project;
    const stays = command.status === to && ['received', 'processing'].includes(to);
    const may = stays || edges[command.status]?.includes(to) === true;
    const expected = mine && may && command.expires > this.sandbox.now;
    const request = this.request(who, key, { commandId: command.id, ...body });
    expect(await this.isAccepted(request)).toBe(expected);
    if (expected) command.status = to;
  }

  async take(step: Step): Promise<void> {
    const { sandbox } = this;
    if (step.do === 'wait') sandbox.now += step.time;
    else if (step.do === 'sweep') {
      await sandbox.db.transaction().execute((tx) => sweepCommands(tx, sandbox.now));
    } else if (step.do === 'send') {
      const expires = sandbox.now + step.life;
      const { node } = this.at(step.device);
      const body = { nodeid: node, command: 'c', data: '', type: 'string', expiry: expires };
      const { commandId } = await this.request(step.device, 'platform/commands-send', body);
      const { device } = step;
      this.commands.push({ id: commandId as string, device, expires, status: 'pending' });
    } else if (step.do === 'invalidate') {
      await this.change('platform/command-invalidate', step, {}, 'invalidated');
    } else {
      const { status } = step;
      await this.change('device/commands-update-status', step, { status }, status);
    }
  }

  /** What each device and each project sees is what the model holds. */
  async compare(): Promise<void> {
    for (const who of this.devices.keys()) {
      const waiting = this.commands.filter(
        ({ device, status, expires }) =>
          device === who &&
          ['pending', 'received', 'processing'].includes(status) &&
          expires > this.sandbox.now,
      );
      const { commands } = await this.request(who, 'device/commands-list');
      const seen = (commands as JsonObject[]).map(({ commandId, status }) => [commandId, status]);
      expect(seen).toEqual(waiting.map(({ id, status }) => [id, status]));
      const pending = waiting.filter(({ status }) => status === 'pending');
      const next = await this.request(who, 'device/commands-next');
      expect([next.available, next.commandId, next.nextavailable ?? false]).toEqual([
        pending.length > 0,
        pending[0]?.id,
        pending.length > 1,
      ]);
    }
    for (const who of [0, 2]) await this.compareProject(who);
  }

  private async compareProject(who: number): Promise<void> {
    const { project } = this.at(who);
    const { data } = await this.request(who, 'platform/command-list');
    for (const { commandId, status } of data as JsonObject[]) {
      const command = this.commands.find(({ id }) => id === commandId);
      expect(command && this.at(command.device).project).toBe(project);
      expect(status).toBe(command?.status);
    }
  }
}

it('reaches no forbidden state, and what ended never comes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 40, size: 'max' }), async (steps) => {
      const run = await Run.open();
      try {
        for (const step of steps) {
          await run.take(step);
          await run.compare();
        }
      } finally {
        await run.close();
      }
    }),
    { numRuns: runs(30) },
  );
});

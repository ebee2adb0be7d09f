import { describe, expect, it } from 'vitest';
import type { ExerciseId } from '../../contracts/device-program';
import { startCheck } from './checks';
import type { CommandRecord, NodeRecords, Point, StoredValue } from './records';

/** What the platform has. Tests change it between two reads. */
class FakeNode {
  readonly data = new Map<string, Point[]>();
  commands: CommandRecord[] = [];
  readonly values = new Map<string, StoredValue>();
  /** Devices that skipped, by deployment. */
  readonly deployments = new Map<string, number>();

  readonly records: NodeRecords = {
    points: (variable) => Promise.resolve([...(this.data.get(variable) ?? [])]),
    commands: () => Promise.resolve(this.commands),
    value: (key) => Promise.resolve(this.values.get(key)),
    deployments: () => Promise.resolve([...this.deployments.keys()]),
    skipped: (id) => Promise.resolve(this.deployments.get(id) ?? 0),
  };

  add(variable: string, ...points: (readonly [timestamp: number, value: number | string])[]) {
    const list = this.data.get(variable) ?? [];
    list.push(...points.map(([timestamp, value]) => ({ timestamp, value })));
    list.sort((a, b) => a.timestamp - b.timestamp);
    this.data.set(variable, list);
  }
}

/** A node with a point from before the exercise, and the check after its first read. */
async function started(id: ExerciseId, prepare: (node: FakeNode) => void = () => undefined) {
  const node = new FakeNode();
  node.add('temperature', [1000, 22]);
  prepare(node);
  const check = startCheck(id);
  let now = 0;
  const read = (elapsed = 1) => check(node.records, (now += elapsed * 1000));
  expect((await read()).isDone).toBe(false);
  return { node, read };
}

describe('the interval', () => {
  it('is done after three new values, 5 s apart', async () => {
    const { node, read } = await started('interval');
    node.add('temperature', [1002, 22]);
    expect(await read()).toEqual({
      isDone: false,
      text: 'Your project has 1 new value of temperature.',
    });
    node.add('temperature', [1007, 22]);
    expect((await read()).text).toBe('The last two values of temperature are 5 s apart.');
    node.add('temperature', [1013, 22]);
    expect((await read()).isDone).toBe(true);
  });

  it('is not done by other intervals, by values of before, or by a pair', async () => {
    const { node, read } = await started('interval');
    node.add('temperature', [995, 22], [990, 22], [1030, 22], [1060, 22]);
    expect((await read()).text).toBe('The last two values of temperature are 30 s apart.');
    node.add('temperature', [1065, 22]);
    expect((await read()).isDone).toBe(false);
    node.add('temperature', [1067, 22]);
    expect((await read()).isDone).toBe(false);
  });
});

describe('the lamp', () => {
  const old = { commandId: 'a', status: 'success', issuedAt: 900_000, updatedOn: 901_000 };
  const sent = { commandId: 'b', status: 'processing', issuedAt: 1_010_200, updatedOn: 1_010_300 };
  const lamp = ['on', 'off', 'on', 'off', 'on'];
  const blinked = lamp.map((value, index) => [1011 + index, value] as const);

  it('is done when it blinks while a command runs that succeeds', async () => {
    const { node, read } = await started('blink', (fresh) => (fresh.commands = [old]));
    node.commands = [sent, old];
    node.add('lamp', ...blinked);
    expect((await read()).text).toBe('The status of the command is processing.');
    node.commands = [{ ...sent, status: 'success', updatedOn: 1_015_900 }, old];
    expect(await read()).toEqual({
      isDone: true,
      text: 'Done: the lamp changed 4 times while the command ran, and the command succeeded.',
    });
  });

  it('is not done if it blinks before or after, or the command fails', async () => {
    const { node, read } = await started('blink', (fresh) => (fresh.commands = [old]));
    node.add('lamp', ...blinked);
    expect((await read()).text).toBe('Your node has no new command.');
    const later = { ...sent, issuedAt: 1_030_000, updatedOn: 1_035_000 };
    node.commands = [{ ...later, status: 'success' }, old];
    expect((await read()).text).toContain('the lamp changed 0 times');
    node.commands = [{ ...sent, status: 'failure', updatedOn: 1_015_900 }, old];
    expect((await read()).text).toBe('The status of the command is failure.');
  });
});

describe('the buffer', () => {
  it('is done when values arrive together that were measured one after the other', async () => {
    const { node, read } = await started('buffer');
    node.add('temperature', [1002, 22]);
    expect((await read()).isDone).toBe(false);
    node.add('temperature', [1004, 22]);
    expect((await read(2)).isDone).toBe(false);
    await read(10);
    node.add('temperature', [1006, 22], [1008, 22], [1010, 22], [1012, 22]);
    expect(await read()).toEqual({
      isDone: true,
      text: 'Done: 4 values of 6 s arrived at once, with the times at which they were measured.',
    });
  });

  it('is not done by values that arrive between two reads far apart, or by the first read', async () => {
    const { node, read } = await started('buffer');
    node.add('temperature', [1002, 22], [1004, 22], [1006, 22], [1008, 22]);
    expect((await read(8)).isDone).toBe(false);
    node.add('temperature', [1020, 22]);
    expect((await read()).text).toBe(
      'Your project has 5 new values of temperature, none of them late.',
    );
  });
});

describe('the highest temperature', () => {
  const key = 'max-temperature';

  it('is done when the key has the highest new value', async () => {
    const { node, read } = await started('maximum');
    node.add('temperature', [1005, 23.5], [1010, 23]);
    expect((await read()).text).toBe('The device has not written max-temperature.');
    node.values.set(key, { value: 23, modified: 1010 });
    expect((await read()).text).toBe('max-temperature is 23, and the highest new value is 23.5.');
    node.values.set(key, { value: 23.5, modified: 1011 });
    expect((await read()).isDone).toBe(true);
  });

  it('is not done by a value of before, or without values', async () => {
    const { node, read } = await started('maximum', ({ values }) =>
      values.set(key, { value: 23, modified: 990 }),
    );
    node.add('temperature', [1005, 23]);
    expect((await read()).isDone).toBe(false);
    const other = await started('maximum');
    other.node.values.set(key, { value: 22, modified: 1001 });
    expect((await other.read()).text).toBe('Your project has no new values of temperature.');
  });
});

describe('the skipped update', () => {
  it('is done when a new deployment counts a device', async () => {
    const { node, read } = await started('skip', ({ deployments }) => deployments.set('a', 1));
    expect((await read()).text).toBe('Your project has no new deployment.');
    node.deployments.set('b', 0);
    expect((await read()).text).toBe('The deployment counts 0 skipped devices.');
    node.deployments.set('b', 1);
    expect((await read()).isDone).toBe(true);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { limits } from '../../../src/core/limits.ts';
import { sweepLogs } from '../../../src/core/logs.ts';
import { DataBench, unknownNode } from '../../support/data-bench.ts';
import { rejection } from '../../support/rejection.ts';

let bench: DataBench;

beforeEach(async () => {
  bench = await DataBench.open();
});

afterEach(() => bench.sandbox.close());

const recent = Date.UTC(2025, 11, 1);

const line = (timestamp: number, log: string) => ({ timestamp, log });

function submit(...data: JsonObject[]) {
  return bench.device('logs-submit-logs', { data });
}

async function read(body: JsonObject = {}) {
  return bench.platform('logs-getlogs', { nodeid: bench.node, from: 0, ...body });
}

describe('logs-submit-logs and logs-getlogs', () => {
  it('read lines back in milliseconds, the newest first unless told otherwise', async () => {
    const lines = [line(recent, 'a'), line(recent + 1, 'b'), line(recent + 1, 'c')];
    expect(await submit(...lines)).toEqual({});
    expect(await read({ order: 'asc' })).toEqual({ count: 3, data: lines });
    expect(await read()).toEqual({ count: 3, data: [...lines].reverse() });
    expect(await read({ from: recent + 1, to: recent + 1 })).toMatchObject({ count: 2 });
    expect(await read({ limit: 1 })).toMatchObject({ count: 1, data: [lines[2]] });
  });

  it('take the time of the server for 0, and end the range now', async () => {
    const { now } = bench.sandbox;
    await submit(line(0, 'now'), line(now + 1, 'to come'));
    expect(await read()).toEqual({ count: 1, data: [line(now, 'now')] });
    expect(await read({ to: now + 1 })).toMatchObject({ count: 2 });
  });

  it('say which end a range has that starts later than now', async () => {
    await expect(read({ from: bench.sandbox.now + 1 })).rejects.toThrow(
      '"to", which is now if you do not send it, must not be before "from".',
    );
  });

  it('keep any text of Unicode', async () => {
    const texts = ['', '\ud83d\ude00', 'ü'.repeat(512), '"\n'];
    await submit(...texts.map((log) => line(recent, log)));
    const { data } = await read({ order: 'asc' });
    expect(data).toEqual(texts.map((log) => line(recent, log)));
  });

  it('accept an empty list, and reject all lines if one is over 1024 bytes or not Unicode', async () => {
    expect(await submit()).toEqual({});
    const request = submit(line(recent, 'short'), line(recent, 'ü'.repeat(513)));
    expect(await rejection(request)).toBe('413 generic::malformedrequest');
    for (const text of ['a\0b', '\ud800']) {
      expect(await rejection(submit(line(recent, text)))).toBe('400 generic::malformedrequest');
    }
    expect(await rejection(submit(line(-1, 'a')))).toBe('400 generic::malformedrequest');
    expect(await read()).toMatchObject({ count: 0 });
  });

  it('return at most 1000 lines, and replace the oldest line of a full project', async () => {
    const rows = Array.from({ length: limits.project.logs - 1 }, (_, index) => ({
      project_id: 'p',
      node_id: bench.node,
      id: String(index).padStart(6, '0'),
      timestamp: recent + index,
      body: '"x"',
    }));
    for (let from = 0; from < rows.length; from += 1000) {
      const part = rows.slice(from, from + 1000);
      await bench.sandbox.db.insertInto('logs').values(part).execute();
    }
    expect(await read()).toMatchObject({ count: 1000 });
    expect(await read({ limit: 0 })).toMatchObject({ count: 1000 });
    const oldest = async () => (await read({ order: 'asc', limit: 1 })).data;
    await submit(line(0, 'a'));
    expect(await oldest()).toEqual([line(recent, 'x')]);
    // A line that is older than all of them replaces none.
    await submit(line(recent - 1, 'late'));
    expect(await oldest()).toEqual([line(recent, 'x')]);
    await submit(line(0, 'b'), line(0, 'c'));
    expect(await oldest()).toEqual([line(recent + 2, 'x')]);
    expect(await read({ limit: 3 })).toMatchObject({
      data: [{ log: 'c' }, { log: 'b' }, { log: 'a' }],
    });
  });

  it.each<[JsonObject, string]>([
    [{ nodeid: unknownNode }, '404 logs::invalidnodeid'],
    [{ from: 2, to: 1 }, '400 logs::invalidtimerange'],
    [{ from: -1 }, '400 logs::invalidtimerange'],
    [{ from: Date.UTC(2027, 0) }, '400 logs::invalidtimerange'],
    [{ to: 1e18 }, '400 logs::invalidtimerange'],
  ])('reject %j', async (body, reason) => {
    expect(await rejection(read(body))).toBe(reason);
  });

  it('do not show one project the lines of another', async () => {
    const { sandbox, node } = bench;
    await submit(line(recent, 'secret'));
    await sandbox.project('q');
    const request = sandbox.request('q', 'platform/logs-getlogs', { nodeid: node, from: 0 });
    expect(await rejection(request)).toBe('404 logs::invalidnodeid');
  });
});

describe('retention', () => {
  it('is six calendar months: older lines are neither returned nor stored', async () => {
    const { sandbox } = bench;
    const edge = Date.UTC(2025, 6, 1);
    await submit(line(edge - 1, 'old'), line(edge, 'edge'), line(recent, 'new'));
    expect(await read()).toMatchObject({ count: 2 });
    const sweep = () => sandbox.db.transaction().execute((tx) => sweepLogs(tx, sandbox.now));
    expect(await sweep()).toBe(1);
    sandbox.now += 1;
    expect(await read()).toEqual({ count: 1, data: [line(recent, 'new')] });
    expect(await sweep()).toBe(1);
    expect(await sweep()).toBe(0);
    expect(await sandbox.db.selectFrom('logs').selectAll().execute()).toHaveLength(1);
  });
});

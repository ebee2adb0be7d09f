import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { eventsKept, sweepEvents } from '../../../src/core/events.ts';
import { limits } from '../../../src/core/limits.ts';
import { DataBench } from '../../support/data-bench.ts';
import { rejection } from '../../support/rejection.ts';

let bench: DataBench;

beforeEach(async () => {
  bench = await DataBench.open();
});

afterEach(() => bench.sandbox.close());

const event = { eventType: 'door-unlocked', timestamp: 1_767_225_600_000, data: { door: 'front' } };

const submit = (changes: JsonObject = {}) =>
  bench.device('events-submit', { ...event, ...changes });

const storedEvents = () =>
  bench.sandbox.db.selectFrom('events').selectAll().orderBy('received').orderBy('id').execute();

describe('events-submit', () => {
  it('keeps an event of the authenticated node', async () => {
    expect(await submit()).toEqual({});
    expect(await storedEvents()).toMatchObject([
      {
        project_id: 'p',
        node_id: bench.node,
        type: 'door-unlocked',
        timestamp: event.timestamp,
        data: '{"door":"front"}',
        received: bench.sandbox.now,
      },
    ]);
  });

  // specs/facts/device-api.md, 8: nesting and arrays are allowed, and past times.
  it('takes nested data, and times long past', async () => {
    const data = { a: { b: [1, null, 'ü'] }, c: false };
    await submit({ data, timestamp: 1 });
    expect(await storedEvents()).toMatchObject([{ timestamp: 1, data: JSON.stringify(data) }]);
  });

  it('takes up to 49 characters of a type and 1000 of data', async () => {
    const filler = 'ä'.repeat(limits.event.data - '{"a":""}'.length);
    await submit({ eventType: 'ä'.repeat(49), data: { a: filler } });
    const tooMuch = submit({ data: { a: `${filler}b` } });
    expect(await rejection(tooMuch)).toBe('413 generic::malformedrequest');
  });

  it('rejects a number that JSON text can have and a double cannot', async () => {
    const data = JSON.parse('{"t":[1e400]}') as JsonObject;
    expect(await rejection(submit({ data }))).toBe('400 generic::malformedrequest');
    expect(await storedEvents()).toEqual([]);
  });

  it.each([-1, 2e15])('rejects the time %s', async (timestamp) => {
    expect(await rejection(submit({ timestamp }))).toBe('400 generic::malformedrequest');
    expect(await storedEvents()).toEqual([]);
  });

  it('keeps the newest of a project, up to its bound', async () => {
    for (let sent = 0; sent < limits.project.events + 2; sent += 1) {
      bench.sandbox.now += 1;
      await submit({ timestamp: sent });
    }
    const times = (await storedEvents()).map(({ timestamp }) => timestamp);
    expect(times).toHaveLength(limits.project.events);
    expect(times.at(-1)).toBe(limits.project.events + 1);
    expect(times[0]).toBe(2);
  });

  it('forgets events after seven days, and those of a node with it', async () => {
    await submit();
    bench.sandbox.now += eventsKept;
    await submit({ eventType: 'later' });
    await bench.sandbox.db.transaction().execute((tx) => sweepEvents(tx, bench.sandbox.now));
    expect(await storedEvents()).toMatchObject([{ type: 'later' }]);
    await bench.sandbox.db.deleteFrom('nodes').execute();
    expect(await storedEvents()).toEqual([]);
  });
});

import type { Announcement } from '../src/core/announcements.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limits } from '../src/core/limits.ts';
import { nodePlatform } from '../src/node-platform.ts';
import { startSweeper } from '../src/sweeper.ts';
import { openTestStore, type TestStore } from './support/test-store.ts';

const tenMinutes = 600_000;
let store: TestStore;
const warnings: string[] = [];
const ended: string[] = [];

function start() {
  const clock = { now: () => limits.idle };
  const runtime = {
    db: store.db,
    clock,
    pause: () => Promise.resolve(),
    emit: (announcement: Announcement) => {
      if (announcement.kind === 'end') ended.push(announcement.projectId);
    },
  };
  return startSweeper(runtime, nodePlatform.repeat, (message) => warnings.push(message));
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  store = await openTestStore();
  for (const id of ['a', 'b']) {
    const row = { id, api_key_hash: id, created: 0, last_used: 0 };
    await store.db.insertInto('projects').values(row).execute();
  }
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
});

it('deletes every ten minutes, and finishes a sweep before it stops', async () => {
  const sweeper = start();
  vi.advanceTimersByTime(tenMinutes);
  await sweeper.stop();
  expect([ended.sort(), warnings]).toEqual([['a', 'b'], []]);
});

it('reports a failed sweep', async () => {
  vi.spyOn(store.db, 'selectFrom').mockImplementation(() => {
    throw Object.assign(new Error('a text with what a reader has stored'), { code: '57P01' });
  });
  const sweeper = start();
  vi.advanceTimersByTime(tenMinutes);
  await sweeper.stop();
  vi.restoreAllMocks();
  expect(warnings).toEqual([
    'The sandbox could not delete expired data (57P01). It tries again in ten minutes',
  ]);
});

import type { Kysely } from 'kysely';
import { sweepAssets } from './core/ota/assets.ts';
import { sweepCommands } from './core/commands/index.ts';
import type { AnnouncementListener } from './core/announcements.ts';
import type { ReadContext } from './core/context.ts';
import { sweepData } from './core/data/stored-points.ts';
import { sweepDeployments } from './core/ota/deployments.ts';
import type { Deps } from './core/deps.ts';
import { codeOf } from './core/errors.ts';
import { sweepEvents } from './core/events.ts';
import { sweepLogs } from './core/logs.ts';
import { sweepProjects } from './core/projects/lifecycle.ts';
import { purgeInterrupted } from './core/projects/retire.ts';
import { inTransaction } from './core/transaction.ts';
import type { Database } from './store/database.ts';

/**
 * Deletes expired data of all projects. Requests already ignore it: this frees quota.
 * @param now milliseconds since 1970
 * @param pause awaited between projects
 * @param emit announces each deleted project
 * @param usedAt the time for the last use of projects, see `Deps.idleClock`
 */
export async function sweep(
  db: Kysely<Database>,
  now: number,
  pause: ReadContext['pause'],
  emit: AnnouncementListener,
  usedAt = now,
): Promise<void> {
  await sweepProjects(db, now, usedAt, pause, emit);
  await purgeInterrupted(db, usedAt, pause);
  await sweepData(db, now, pause);
  for (const part of [sweepAssets, sweepCommands, sweepDeployments, sweepLogs, sweepEvents]) {
    await inTransaction(db, async (tx) => {
      await part(tx, now);
    });
  }
}

const interval = 10 * 60_000;

/** Deletes expired data every ten minutes and on request. */
interface Sweeper {
  sweep(): Promise<void>;
  /** Resolves when the running sweep has ended. */
  stop(): Promise<void>;
}

/**
 * @param repeat runs an action regularly, and returns a function that stops it
 * @param warn called with a sentence when a sweep fails
 */
export function startSweeper(
  {
    db,
    clock,
    idleClock = clock,
    pause,
    emit,
  }: Pick<Deps, 'db' | 'clock' | 'idleClock' | 'pause' | 'emit'>,
  repeat: (action: () => void, interval: number) => () => void,
  warn: (message: string) => void,
): Sweeper {
  const run = () => sweep(db, clock.now(), pause, emit, idleClock.now());
  let running = Promise.resolve();
  const stop = repeat(() => {
    running = run().catch((error: unknown) => {
      const why = codeOf(error) || (error instanceof Error ? error.name : 'unknown');
      warn(`The sandbox could not delete expired data (${why}). It tries again in ten minutes`);
    });
  }, interval);
  return {
    sweep: run,
    stop: () => {
      stop();
      return running;
    },
  };
}

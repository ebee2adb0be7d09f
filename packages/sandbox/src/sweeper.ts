import type { Kysely } from 'kysely';
import { sweepAssets } from './core/assets/index.ts';
import { sweepCommands } from './core/commands/index.ts';
import type { Ended, ReadContext } from './core/context.ts';
import { sweepData } from './core/data/index.ts';
import { sweepDeployments } from './core/deployments/index.ts';
import type { Deps } from './core/deps.ts';
import { codeOf } from './core/errors.ts';
import { sweepEvents } from './core/events.ts';
import { sweepLogs } from './core/logs.ts';
import { sweepProjects } from './core/projects/end.ts';
import { inTransaction } from './core/transaction.ts';
import type { Database } from './store/database.ts';

/**
 * Deletes expired data of all projects. Calls already ignore it: this frees quota.
 * @param now milliseconds since 1970
 * @param pause waited for between projects
 * @param ended told of each project that has ended
 */
export async function sweep(
  db: Kysely<Database>,
  now: number,
  pause: ReadContext['pause'],
  ended?: Ended,
): Promise<void> {
  await sweepProjects(db, now, pause, ended);
  await sweepData(db, now, pause);
  for (const part of [sweepAssets, sweepCommands, sweepDeployments, sweepLogs, sweepEvents]) {
    await inTransaction(db, async (tx) => {
      await part(tx, now);
    });
  }
}

const interval = 10 * 60_000;

/** Removes what has outlived its time, every ten minutes and when it is asked to. */
interface Sweeper {
  sweep(): Promise<void>;
  /** Resolves when the running sweep has ended. */
  stop(): Promise<void>;
}

/** @param warn told of a sweep that failed by itself */
export function startSweeper(
  { db, clock, pause, ended }: Pick<Deps, 'db' | 'clock' | 'pause' | 'ended'>,
  warn: (message: string) => void,
): Sweeper {
  const run = () => sweep(db, clock.now(), pause, ended);
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = run().catch((error: unknown) => {
      const why = codeOf(error) || (error instanceof Error ? error.name : 'unknown');
      warn(
        `The sandbox cannot remove what has outlived its time (${why}): it tries again in ten minutes`,
      );
    });
  }, interval);
  timer.unref();
  return {
    sweep: run,
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}

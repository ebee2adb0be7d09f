import { codeOf } from './core/store-failure.ts';
import { sweep } from './core/sweep.ts';
import type { Deps } from './deps.ts';

const interval = 10 * 60_000;

/** Removes what has outlived its time, every ten minutes and when it is asked to. */
export interface Sweeper {
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

import { codeOf } from './core/store-failure.ts';
import { sweep } from './core/sweep.ts';
import type { Runtime } from './runtime.ts';

const interval = 10 * 60_000;

/** Removes what has outlived its time, every ten minutes and when it is asked to. */
export interface Sweeper {
  sweep(): Promise<void>;
  /** Ends when the sweep has that is under way. */
  stop(): Promise<void>;
}

/** @param warn told of a sweep that failed by itself */
export function startSweeper(
  { db, clock, pause, ended }: Pick<Runtime, 'db' | 'clock' | 'pause' | 'ended'>,
  warn: (message: string) => void,
): Sweeper {
  const run = () => sweep(db, clock.now(), pause, ended);
  let underWay = Promise.resolve();
  const timer = setInterval(() => {
    underWay = run().catch((error: unknown) => {
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
      return underWay;
    },
  };
}

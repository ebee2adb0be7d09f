import interval from '@site/examples/greenhouse/exercises/interval.diff';
import blink from '@site/examples/greenhouse/exercises/blink.diff';
import buffer from '@site/examples/greenhouse/exercises/buffer.diff';
import maximum from '@site/examples/greenhouse/exercises/maximum.diff';
import skip from '@site/examples/greenhouse/exercises/skip.diff';
import type { ExerciseId } from './checks';

/** The change that solves each exercise, as a unified diff. */
export const diffs: Readonly<Record<ExerciseId, string>> = {
  interval,
  blink,
  buffer,
  maximum,
  skip,
};

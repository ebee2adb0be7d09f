import diffs from '@generated/device-program/default/exercises.json';
import type { ExerciseId } from '@site/src/contracts/device-program';
import { loadOwnProgram, offerProgram } from '@site/src/features/firmware';
import { applyDiff } from './patch';

/**
 * Offers the reader their program with the change of an exercise.
 * @returns what the reader should know, as a sentence; empty when the change fits
 */
export async function offerSolution(id: ExerciseId): Promise<string> {
  const { ownProgram } = await loadOwnProgram();
  const patched = applyDiff(ownProgram.getState().text, diffs[id]);
  switch (patched.kind) {
    case 'applied':
      offerProgram({
        from: 'page',
        title: 'Your program with the change',
        source: patched.program,
      });
      return '';
    case 'present':
      return 'Your program has this change.';
    case 'conflict':
      return 'Your program has other lines where this change goes. Reset it first: your own program is kept.';
  }
}

import { CallError } from '../call-error.ts';
import type { Stage } from './progress.ts';

function check(stages: readonly Stage[]): string | undefined {
  const numbers = new Set(stages.map(({ stageNumber }) => stageNumber));
  if (numbers.size < stages.length) return 'Each "stageNumber" must occur once.';
  if (stages.some(({ stageTarget }) => stageTarget < 1)) return '"stageTarget" must be 1 or more.';
  if (stages.some(({ delay }) => delay < 0)) return '"delay" must be 0 or more.';
  if (stages.some(({ autoAbort, abortCriteria }) => autoAbort && abortCriteria < 1)) {
    return '"abortCriteria" must be 1 or more with "autoAbort".';
  }
  return undefined;
}

/**
 * Stages of a request in the order of their numbers, with what the document describes of them.
 * @throws CallError `generic::malformedrequest`
 */
export function readStages(stages: readonly Stage[]): Stage[] {
  const error = check(stages);
  if (error !== undefined) throw new CallError(400, 'generic::malformedrequest', error);
  return stages
    .map(({ stageNumber, stageName, stageTarget, autoAbort, abortCriteria, delay }) => ({
      stageNumber,
      stageTarget,
      autoAbort,
      abortCriteria,
      delay,
      ...(stageName !== undefined && { stageName }),
    }))
    .sort((a, b) => a.stageNumber - b.stageNumber);
}

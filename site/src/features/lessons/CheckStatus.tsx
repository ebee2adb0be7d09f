import React, { useEffect, useState, type ReactNode } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { showProgram } from '@site/src/features/firmware';
import type { ExerciseId } from '@site/src/contracts/device-program';
import type { Progress } from './checks';
import { watchExercise } from './watch';

/** Opens the program of the device, and says how far the reader is, by what has arrived in the reader's sandbox project. */
export default function CheckStatus({ id }: { readonly id: ExerciseId }): ReactNode {
  const operations = useBaseUrl('/operations/platform/');
  const [progress, setProgress] = useState<Progress>();
  useEffect(showProgram, []);
  useEffect(() => watchExercise(id, operations, setProgress), [id, operations]);
  return (
    <p className={progress?.isDone ? 'tone--good' : undefined} role="status">
      <strong>Check.</strong> {progress?.text ?? 'Opening a sandbox project…'}
    </p>
  );
}

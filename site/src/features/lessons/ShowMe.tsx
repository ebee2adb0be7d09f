import React, { use, useState, type ReactNode } from 'react';
import { ExerciseContext } from './Exercise';

const loadSolution = () => import('./solution');

/** The change that solves an exercise, as a diff, and a button that offers the reader the changed program. */
export default function ShowMe({ children }: { readonly children: ReactNode }): ReactNode {
  const exercise = use(ExerciseContext);
  const [notice, setNotice] = useState('');
  if (!exercise) return children;
  const apply = () => {
    exercise.start();
    loadSolution()
      .then(({ offerSolution }) => offerSolution(exercise.id))
      .then(setNotice, () => setNotice('The change could not be loaded. Try again.'));
  };
  const preload = () => void loadSolution().catch(() => undefined);
  return (
    <details className="disclosure">
      <summary>Show me</summary>
      {children}
      <p className="js-only">
        <button
          type="button"
          className="control"
          onPointerEnter={preload}
          onFocus={preload}
          onClick={apply}
        >
          Apply this change to my program
        </button>{' '}
        <span role="status">{notice}</span>
      </p>
    </details>
  );
}

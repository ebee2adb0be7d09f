import React, { createContext, type ReactNode } from 'react';
import useOnDemand, { OnDemandButton } from '@site/src/components/useOnDemand';
import type { ExerciseId } from '@site/src/contracts/device-program';

const loadCheck = () => import('./CheckStatus').then((module) => module.default);

/** The exercise that a component is in, and a function that starts its check. */
export const ExerciseContext = createContext<
  { readonly id: ExerciseId; readonly start: () => void } | undefined
>(undefined);

interface Props {
  readonly id: ExerciseId;
  /** The task, what to look for, and the change that solves it. */
  readonly children: ReactNode;
}

/**
 * A task for the reader: to change the program of the simulated device. A check in the page says when it is done. Without
 * JavaScript, it is the task and its solution. Its code loads when the reader is about to start.
 */
export default function Exercise({ id, children }: Props): ReactNode {
  const { Component: CheckStatus, show, ...state } = useOnDemand(loadCheck);
  return (
    <ExerciseContext value={{ id, start: show }}>
      <div className="tool exercise">
        {children}
        {CheckStatus ? (
          <CheckStatus id={id} />
        ) : (
          <p className="js-only">
            <OnDemandButton what="The exercise" show={show} {...state}>
              Start the exercise
            </OnDemandButton>
          </p>
        )}
      </div>
    </ExerciseContext>
  );
}

import React, { type ReactNode } from 'react';
import useOnDemand from '@site/src/components/useOnDemand';

const load = () => import('./Tester').then((module) => module.default);

/** Offers to compare an event with a rule pattern. The code loads on use, and runs in the page. */
export default function RuleTester(): ReactNode {
  const { Component: Tester, hasFailed, show, preload } = useOnDemand(load);
  if (Tester) return <Tester />;
  return (
    <p className="js-only">
      <button
        type="button"
        className="send__open"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={show}
      >
        Test a pattern
      </button>
      {hasFailed && (
        <span role="alert">
          {' '}
          The tester could not be loaded. Check your network connection and try again.
        </span>
      )}
    </p>
  );
}

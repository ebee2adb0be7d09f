import React, { type ReactNode } from 'react';
import useOnDemand, { OnDemandButton } from '@site/src/components/useOnDemand';

const load = () => import('./Tester').then((module) => module.default);

/** Offers to compare an event with a rule pattern. The code loads on use, and runs in the page. */
export default function RuleTester(): ReactNode {
  const { Component: Tester, ...state } = useOnDemand(load);
  if (Tester) return <Tester />;
  return (
    <p className="js-only">
      <OnDemandButton what="The tester" {...state}>
        Test a pattern
      </OnDemandButton>
    </p>
  );
}

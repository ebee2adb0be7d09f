import React, { type ReactNode } from 'react';
import useOnDemand, { OnDemandButton } from '@site/src/components/useOnDemand';

const load = () => import('./Timeline').then((module) => module.default);

/** Offers the events of the reader's sandbox project. Their code loads on use. */
export default function SandboxEvents(): ReactNode {
  const { Component: Timeline, ...state } = useOnDemand(load);
  if (Timeline) return <Timeline />;
  return (
    <div className="tool js-only">
      <OnDemandButton what="The events" {...state}>
        Show the events of your sandbox project
      </OnDemandButton>
    </div>
  );
}

import React, { type ReactNode } from 'react';
import useOnDemand, { OnDemandButton } from '@site/src/components/useOnDemand';

const load = () => import('./Loader').then((module) => module.default);

/** Offers a simulated device in the reader's sandbox project. Its code loads when the reader is about to use the button. */
export default function SimulatedDevice(): ReactNode {
  const { Component: Loader, ...state } = useOnDemand(load);
  if (Loader) return <Loader />;
  return (
    <div className="tool js-only">
      <p>
        <strong>No board yet?</strong> Run a simulated greenhouse in this page: a real MQTT client
        of your sandbox project, with every message that it sends and receives.
      </p>
      <OnDemandButton what="The device" {...state}>
        Show the simulated device
      </OnDemandButton>
    </div>
  );
}

import React, { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useLocation } from '@docusaurus/router';
import useOnDemand, { OnDemandButton } from '@site/src/components/useOnDemand';
import {
  currentOffer,
  endOffer,
  isProgramLink,
  offerProgram,
  onOffer,
} from '@site/src/features/firmware';

const load = () => import('./Loader').then((module) => module.default);

const noOffer = () => undefined;

/** Offers a simulated device in the reader's sandbox project. Its code loads when the reader is about to use the button. */
export default function SimulatedDevice(): ReactNode {
  const { Component: Loader, show, ...state } = useOnDemand(load);
  const { hash } = useLocation();
  const offer = useSyncExternalStore(onOffer, currentOffer, noOffer);
  useEffect(() => {
    if (!isProgramLink(hash)) return undefined;
    offerProgram({ from: 'link', fragment: hash });
    return endOffer;
  }, [hash]);
  useEffect(() => {
    if (offer) show();
  }, [offer, show]);
  if (Loader) return <Loader />;
  return (
    <div className="tool js-only">
      <p>
        <strong>No board yet?</strong> Run a simulated greenhouse in this page: a real MQTT client
        of your sandbox project, with every message that it sends and receives.
      </p>
      <OnDemandButton what="The device" show={show} {...state}>
        Show the simulated device
      </OnDemandButton>
    </div>
  );
}

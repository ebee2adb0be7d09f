import React, { type ReactNode } from 'react';
import useOnDemand, { OnDemandButton } from '@site/src/components/useOnDemand';

const load = () => import('./Live').then((module) => module.default);

/** Offers the values of the reader's sandbox project as a chart that follows them. Its code loads on use. */
export default function LiveValues(): ReactNode {
  const { Component: Live, ...state } = useOnDemand(load);
  if (Live) return <Live />;
  return (
    <>
      <p className="js-only">
        <OnDemandButton what="The chart" {...state}>
          Watch values arrive
        </OnDemandButton>
      </p>
      <noscript>
        <p>
          The chart needs JavaScript. Without it, <a href="#read-it-back">read the data</a>.
        </p>
      </noscript>
    </>
  );
}

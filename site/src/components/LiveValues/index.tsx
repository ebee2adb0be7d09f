import React, { type ReactNode } from 'react';
import useOnDemand from '@site/src/components/useOnDemand';

const load = () => import('./Live').then((module) => module.default);

/** Offers the values of the reader's sandbox project as a chart that follows them. Its code loads on use. */
export default function LiveValues(): ReactNode {
  const { Component: Live, hasFailed, show, preload } = useOnDemand(load);
  if (Live) return <Live />;
  return (
    <>
      <p className="js-only">
        <button
          type="button"
          className="send__open"
          onPointerEnter={preload}
          onFocus={preload}
          onClick={show}
        >
          Watch values arrive
        </button>
      </p>
      <noscript>
        <p>
          The chart needs JavaScript. Without it, <a href="#read-it-back">read the data</a>.
        </p>
      </noscript>
      {hasFailed && (
        <p role="alert">
          The chart could not be loaded. Check your network connection and try again.
        </p>
      )}
    </>
  );
}

import React, { useEffect, useState, type ReactNode } from 'react';
import useIsBrowser from '@docusaurus/useIsBrowser';
import Copyright from '@theme-original/Footer/Copyright';
import type { Props } from '@theme/Footer/Copyright';
import useOnDemand from '@site/src/components/useOnDemand';

const load = () => import('@site/src/features/offline').then(({ Offline }) => Offline);

/** The copyright, and a button for reading without a network. Readers with an offline copy see its state. */
export default function FooterCopyright(props: Props): ReactNode {
  const { Component: Panel, hasFailed, show } = useOnDemand(load);
  const [isAsked, setIsAsked] = useState(false);
  // Not `useSyncExternalStore`, whose first change makes React render all effects of hydration in one task.
  const isSupported = useIsBrowser() && 'serviceWorker' in navigator;
  const hasCopy = isSupported && navigator.serviceWorker.controller !== null;
  useEffect(() => {
    if (hasCopy) show();
  }, [hasCopy, show]);
  return (
    <>
      <Copyright {...props} />
      {Panel ? (
        <Panel takesFocus={isAsked} />
      ) : (
        isSupported && (
          <button
            type="button"
            className="clean-btn"
            style={{ minHeight: '2.75rem', textDecoration: 'underline' }}
            onClick={() => {
              setIsAsked(true);
              show();
            }}
          >
            Use offline
          </button>
        )
      )}
      {isAsked && hasFailed && (
        <p role="alert">This could not be loaded. Check your network connection and try again.</p>
      )}
    </>
  );
}

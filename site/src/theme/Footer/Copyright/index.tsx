import React, { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import Copyright from '@theme-original/Footer/Copyright';
import type { Props } from '@theme/Footer/Copyright';
import type OfflinePanel from '@site/src/components/Offline';

const neverChanges = () => () => undefined;

/** The copyright, and a button for reading without a network. Readers with an offline copy see its state. */
export default function FooterCopyright(props: Props): ReactNode {
  const [Panel, setPanel] = useState<typeof OfflinePanel>();
  const [isAsked, setIsAsked] = useState(false);
  const isSupported = useSyncExternalStore(
    neverChanges,
    () => 'serviceWorker' in navigator,
    () => false,
  );
  const load = () => {
    import('@site/src/components/Offline').then(
      (module) => setPanel(() => module.default),
      () => undefined,
    );
  };
  useEffect(() => {
    if (isSupported && navigator.serviceWorker.controller) load();
  }, [isSupported]);
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
              load();
            }}
          >
            Use offline
          </button>
        )
      )}
    </>
  );
}

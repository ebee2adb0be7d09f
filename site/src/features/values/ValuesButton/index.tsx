import React, { useCallback, useState, useSyncExternalStore, type ReactNode } from 'react';
import useOnDemand from '@site/src/components/useOnDemand';
import { sandboxText } from '@site/src/requests/sandbox-home';
import { onChange, storedText } from '@site/src/requests/values-choice';
import styles from './styles.module.css';

/** Loads the panel with its styles and the regions. */
const load = async () => {
  const [panel, facts] = await Promise.all([import('../ValuesPanel'), import('../facts')]);
  const Panel = panel.default;
  return ({ onClose }: { readonly onClose: () => void }): ReactNode => (
    <Panel regions={facts.default.regions} onClose={onClose} />
  );
};

/** Suffix of the button text: the sandbox, or the number of values. */
function note(): string {
  if (sandboxText() !== '') return ' · sandbox';
  try {
    // `store.ts` always writes an object.
    const count = Object.keys(JSON.parse(storedText() || '{}') as object).length;
    return count > 0 ? ` · ${count}` : '';
  } catch {
    return '';
  }
}

/** Button that opens the panel of the reader's values. It shows which values are in use. */
export default function ValuesButton(): ReactNode {
  const shown = useSyncExternalStore(onChange, note, () => '');
  const { Component: Panel, hasFailed, show, preload } = useOnDemand(load);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);

  return (
    <>
      <button
        type="button"
        className={`${styles.button} js-only`}
        onClick={(event) => {
          // Safari does not focus a clicked button, so the dialog could not return the focus to it.
          event.currentTarget.focus();
          setIsOpen(true);
          // A second component would replace the open panel.
          if (!Panel) show();
        }}
        onFocus={preload}
        onMouseOver={preload}
        onTouchStart={preload}
      >
        Your values<span className={styles.note}>{shown}</span>
      </button>
      {isOpen && Panel && <Panel onClose={close} />}
      {hasFailed && (
        <p className={styles.failure} role="alert">
          Your values could not be loaded. Check your network connection and try again.
        </p>
      )}
    </>
  );
}

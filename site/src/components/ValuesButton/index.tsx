import React, {
  useCallback,
  useEffect,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import type ValuesPanel from '@site/src/components/ValuesPanel';
import { onOpenValues } from '@site/src/values/open';
import { useValues } from '@site/src/values/store';
import styles from './styles.module.css';

interface Loaded {
  readonly Panel: typeof ValuesPanel;
  readonly regions: ComponentProps<typeof ValuesPanel>['regions'];
}

/** Loads the panel with its styles and the regions; a second call costs nothing. */
const loadPanel = async (): Promise<Loaded> => {
  const [panel, facts] = await Promise.all([
    import('@site/src/components/ValuesPanel'),
    import('@site/src/values/facts'),
  ]);
  return { Panel: panel.default, regions: facts.default.regions };
};

/** Opens the panel of the reader's values, and says how many are set; `openValues()` does the same as a click. */
export default function ValuesButton(): ReactNode {
  const count = Object.keys(useValues()).length;
  const [loaded, setLoaded] = useState<Loaded>();
  const [isOpen, setIsOpen] = useState(false);

  const preload = useCallback(() => void loadPanel().catch(() => undefined), []);
  const close = useCallback(() => setIsOpen(false), []);
  const open = useCallback(() => {
    setIsOpen(true);
    loadPanel().then(setLoaded, close);
  }, [close]);
  useEffect(() => onOpenValues(open), [open]);

  return (
    <>
      <button
        type="button"
        className={styles.button}
        onClick={(event) => {
          // Safari leaves the focus where it was, and the dialog would return it there.
          event.currentTarget.focus();
          open();
        }}
        onFocus={preload}
        onMouseOver={preload}
        onTouchStart={preload}
      >
        Your values{count > 0 && ` · ${count}`}
      </button>
      {isOpen && loaded && <loaded.Panel regions={loaded.regions} onClose={close} />}
    </>
  );
}

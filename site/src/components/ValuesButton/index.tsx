import React, {
  useCallback,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from 'react';
import type ValuesPanel from '@site/src/components/ValuesPanel';
import { onChange, sandboxText, storedText } from '@site/src/values/stored';
import styles from './styles.module.css';

interface Loaded extends Pick<ComponentProps<typeof ValuesPanel>, 'regions'> {
  readonly Panel: typeof ValuesPanel;
}

/** Loads the panel with its styles and the regions; later calls return the same promise. */
const loadPanel = async (): Promise<Loaded> => {
  const [panel, facts] = await Promise.all([
    import('@site/src/components/ValuesPanel'),
    import('@site/src/values/facts'),
  ]);
  return { Panel: panel.default, regions: facts.default.regions };
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
  const [loaded, setLoaded] = useState<Loaded>();
  const [isOpen, setIsOpen] = useState(false);

  const preload = useCallback(() => void loadPanel().catch(() => undefined), []);
  const close = useCallback(() => setIsOpen(false), []);
  const open = useCallback(() => {
    setIsOpen(true);
    loadPanel().then(setLoaded, close);
  }, [close]);

  return (
    <>
      <button
        type="button"
        className={`${styles.button} js-only`}
        onClick={(event) => {
          // Safari does not focus a clicked button, so the dialog could not return the focus to it.
          event.currentTarget.focus();
          open();
        }}
        onFocus={preload}
        onMouseOver={preload}
        onTouchStart={preload}
      >
        Your values{shown}
      </button>
      {isOpen && loaded && <loaded.Panel regions={loaded.regions} onClose={close} />}
    </>
  );
}

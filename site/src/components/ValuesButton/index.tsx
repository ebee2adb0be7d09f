import React, {
  useCallback,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from 'react';
import type ValuesPanel from '@site/src/components/ValuesPanel';
import { onChange, storedText } from '@site/src/values/stored';
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

/** Values in the text that session storage holds; `store.ts` writes an object and nothing else. */
function countOf(text: string): number {
  try {
    return Object.keys(JSON.parse(text || '{}') as object).length;
  } catch {
    return 0;
  }
}

/** Opens the panel of the reader's values, and says how many are set. */
export default function ValuesButton(): ReactNode {
  const stored = useSyncExternalStore(onChange, storedText, () => '');
  const count = countOf(stored);
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

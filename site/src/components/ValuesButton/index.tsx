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

interface Loaded extends Pick<ComponentProps<typeof ValuesPanel>, 'regions' | 'hasSandbox'> {
  readonly Panel: typeof ValuesPanel;
}

/** Loads the panel with its styles and the regions; a second call costs nothing. */
const loadPanel = async (): Promise<Loaded> => {
  const [panel, facts, { sandboxAddress }] = await Promise.all([
    import('@site/src/components/ValuesPanel'),
    import('@site/src/values/facts'),
    import('@site/src/sandbox/address'),
  ]);
  const { regions } = facts.default;
  return { Panel: panel.default, regions, hasSandbox: sandboxAddress() !== '' };
};

/** Suffix of the button: the sandbox, or the number of values. */
function note(): string {
  if (sandboxText() !== '') return ' · sandbox';
  try {
    // `store.ts` writes an object and nothing else.
    const count = Object.keys(JSON.parse(storedText() || '{}') as object).length;
    return count > 0 ? ` · ${count}` : '';
  } catch {
    return '';
  }
}

/** Opens the panel of the reader's values, and says which are in use. */
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
          // Safari leaves the focus where it was, and the dialog would return it there.
          event.currentTarget.focus();
          open();
        }}
        onFocus={preload}
        onMouseOver={preload}
        onTouchStart={preload}
      >
        Your values{shown}
      </button>
      {isOpen && loaded && (
        <loaded.Panel regions={loaded.regions} hasSandbox={loaded.hasSandbox} onClose={close} />
      )}
    </>
  );
}

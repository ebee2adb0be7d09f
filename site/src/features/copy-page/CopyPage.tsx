import React, { useCallback, useState, type ReactNode } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import type * as Entries from './Entries';
import './styles.css';

/**
 * Menu with the page for coding agents. Its links work without scripts; the other entries load when the reader moves to the
 * menu.
 */
export default function CopyPage(): ReactNode {
  const [entries, setEntries] = useState<typeof Entries>();
  const load = useCallback(() => {
    // Without them, the links remain, and the next event tries again.
    import('./Entries').then(setEntries, () => undefined);
  }, []);
  // The reader may have opened the menu before hydration.
  const loadIfOpen = useCallback(
    (menu: HTMLDetailsElement | null) => {
      if (menu?.open) load();
    },
    [load],
  );

  return (
    <details
      className="copy-page"
      ref={loadIfOpen}
      onToggle={load}
      onFocus={load}
      onMouseOver={load}
    >
      <summary>Copy page</summary>
      <div>
        {entries && <entries.CopyEntry />}
        <a href="index.md">View as Markdown</a>
        <a href={useBaseUrl('llms.txt')}>llms.txt</a>
        {entries && <entries.OtherEntries />}
      </div>
    </details>
  );
}

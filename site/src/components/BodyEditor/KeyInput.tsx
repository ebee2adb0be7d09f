import React, { type ReactNode } from 'react';
import type { MapRow } from '../../runner/body/map-rows';

interface Props {
  /** Id of the entry; the input and the key's text have it with suffixes. */
  readonly id: string;
  /** What the keys of the map are. */
  readonly label: string;
  readonly row: MapRow;
  readonly onType: (draft: string) => void;
}

/** The key of an entry of a map. A key that another entry has stays out of the body. */
export default function KeyInput({ id, label, row, onType }: Props): ReactNode {
  const isTaken = row.draft !== row.key;
  return (
    <div className="body-editor__key">
      <span id={`${id}-label`} hidden>
        {row.key}
      </span>
      <input
        id={`${id}-key`}
        className="body-editor__input body-editor__input--code"
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={label}
        aria-invalid={isTaken || undefined}
        aria-describedby={`${id}-taken`}
        value={row.draft}
        onChange={({ target }) => onType(target.value)}
      />
      <span className="body-editor__faults" id={`${id}-taken`} aria-live="polite">
        {isTaken && `Another entry has this key; the body keeps ${row.key}.`}
      </span>
    </div>
  );
}

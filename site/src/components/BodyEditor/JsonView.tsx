import React, { type ReactNode } from 'react';
import type { BodyFault } from '../../runner/body/body-faults';
import { pathName } from '../../runner/body/path';

interface Props {
  /** Id of the text area; that of the faults has a suffix. */
  readonly id: string;
  readonly text: string;
  readonly faults: readonly BodyFault[];
  readonly onText: (text: string) => void;
}

/** The exact text of a body, and what is wrong with it. */
export default function JsonView({ id, text, faults, onText }: Props): ReactNode {
  const lines = text.split('\n').length;
  return (
    <>
      <textarea
        id={id}
        className="body-editor__input body-editor__input--code"
        aria-label="Body as JSON"
        aria-describedby={`${id}-faults`}
        aria-invalid={faults.length > 0 || undefined}
        rows={Math.min(24, Math.max(6, lines + 1))}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <ul className="body-editor__list" id={`${id}-faults`}>
        {faults.map(({ path, message }) => (
          <li key={`${pathName(path)} ${message}`}>
            {path.length > 0 && <code>{pathName(path)}</code>} {message}.
          </li>
        ))}
      </ul>
    </>
  );
}

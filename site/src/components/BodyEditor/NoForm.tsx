import React, { type ReactNode } from 'react';
import type { ParsedBody } from '../../runner/body/parse-body';
import { pathName } from '../../runner/body/path';

interface Props {
  readonly parsed: ParsedBody;
  readonly onJson: () => void;
}

function reasonOf(parsed: ParsedBody): string {
  if (parsed.kind === 'broken') {
    return `The text is not JSON yet. Line ${parsed.line}, column ${parsed.column}: ${parsed.message}.`;
  }
  const losses = parsed.losses.map(({ path, message }) => `${pathName(path)}: ${message}.`);
  return `The form would change what you wrote. ${losses.join(' ')}`;
}

/** Says why a text has no form. The text itself stays as it is. */
export default function NoForm({ parsed, onJson }: Props): ReactNode {
  return (
    <div className="body-editor__none">
      <p>{reasonOf(parsed)}</p>
      <button type="button" className="body-editor__button" onClick={onJson}>
        Edit it as JSON
      </button>
    </div>
  );
}

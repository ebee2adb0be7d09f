import React, { useState, type ReactNode, type SyntheticEvent } from 'react';
import type { JsonValue } from '@anedya-docs/openapi-model';
import type { Described } from '@site/src/runner/explain';
import JsonLines from './JsonLines';
import Marked from './Marked';

interface Props {
  readonly json: JsonValue;
  readonly described: Described;
}

/** An answer as JSON whose fields explain themselves: on hover, on focus, and in full where their name leads to. */
export default function JsonView({ json, described }: Props): ReactNode {
  const [explained, setExplained] = useState<DOMStringMap>();
  const show = ({ target }: SyntheticEvent) => {
    const key = (target as HTMLElement).closest<HTMLElement>('[data-path]');
    if (key) setExplained(key.dataset);
  };
  return (
    <>
      <pre tabIndex={0} role="group" aria-label="Body" onMouseOver={show} onFocus={show}>
        <code className="hljs" data-as-is>
          <JsonLines value={json} part={described.part} fields={described.fields} indent="" />
        </code>
      </pre>
      <p className="runner__explained" aria-live="polite">
        {explained ? (
          <>
            <code>{explained.path}</code> <span>{explained.type}</span>{' '}
            <Marked text={explained.text ?? ''} />
          </>
        ) : (
          'Point at the name of a field, or move to it with Tab, to read what it means.'
        )}
      </p>
    </>
  );
}

import React, { useState, type ReactNode } from 'react';
import { parseBody, printBody } from '../../runner/body/parse-body';
import type { ControlProps } from './control-props';
import { useControl } from './use-control';

/** Any value, written as JSON. The body keeps the last value while the text is none. */
export default function JsonControl(props: ControlProps): ReactNode {
  const { value, set, attributes } = useControl(props);
  const printed = value === undefined ? '' : printBody(value);
  const [typed, setTyped] = useState({ text: printed, value: printed });
  // What is typed stands until the body's value changes from elsewhere.
  const text = typed.value === printed ? typed.text : printed;
  const parsed = parseBody(text);
  const loss = parsed.kind === 'read' ? parsed.losses[0]?.message : parsed.message;
  const isOff = loss !== undefined && text !== printed;

  const type = (next: string) => {
    const read = parseBody(next);
    const isWhole = read.kind === 'read' && read.losses.length === 0;
    setTyped({ text: next, value: isWhole ? printBody(read.value) : printed });
    if (isWhole) set(read.value);
  };
  return (
    <>
      <textarea
        {...attributes}
        className="body-editor__input body-editor__input--code"
        aria-describedby={`${props.describedBy} ${attributes.id}-note`}
        aria-invalid={isOff || attributes['aria-invalid']}
        rows={Math.min(8, text.split('\n').length + 1)}
        spellCheck={false}
        autoCapitalize="none"
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      <span className="body-editor__note" id={`${attributes.id}-note`}>
        {isOff ? `Not in the body yet: ${loss}.` : 'Written as JSON.'}
      </span>
    </>
  );
}

import React, { useId, useState, type ReactNode } from 'react';
import CopyButton from '../CodeBlock/CopyButton';

interface Props {
  readonly label: string;
  readonly value: string;
}

/** A key of a project: masked until the reader asks to see it. */
export default function Key({ label, value }: Props): ReactNode {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const verb = isShown ? 'Hide' : 'Show';
  return (
    <div className="sandbox__key">
      <label htmlFor={id}>{label}</label>
      <div className="sandbox__line">
        <input
          id={id}
          type={isShown ? 'text' : 'password'}
          value={value}
          readOnly
          autoComplete="off"
          spellCheck={false}
        />
        <button
          type="button"
          className="sandbox__button"
          aria-label={`${verb} ${label}`}
          onClick={() => setIsShown(!isShown)}
        >
          {verb}
        </button>
        <CopyButton source={() => value} label={label} />
      </div>
    </div>
  );
}

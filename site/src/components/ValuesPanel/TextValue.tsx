import React, { useId, useState, type ReactNode } from 'react';
import type { ValueName } from '../../values/store';
import { valueFault } from '../../values/value-fault';
import type { ValueField } from './fields';
import styles from './styles.module.css';

interface Props {
  readonly field: ValueField;
  readonly value: string;
  readonly onChange: (name: ValueName, value: string) => void;
}

/** A value that is typed; a secret is masked until the reader asks to see it. */
export default function TextValue({ field, value, onChange }: Props): ReactNode {
  const { name, label, hint, isSecret } = field;
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  // Nobody wants to read that half an id is no id.
  const [isTyping, setIsTyping] = useState(false);
  const fault = isTyping ? undefined : valueFault(name, value);
  const verb = isShown ? 'Hide' : 'Show';

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <input
          id={id}
          className={styles.input}
          type={isSecret && !isShown ? 'password' : 'text'}
          value={value}
          aria-describedby={fault === undefined ? `${id}hint` : `${id}hint ${id}fault`}
          aria-invalid={fault !== undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => {
            setIsTyping(true);
            onChange(name, event.target.value);
          }}
          onBlur={() => setIsTyping(false)}
        />
        {isSecret && (
          <button
            type="button"
            className={styles.toggle}
            aria-label={`${verb} ${label}`}
            onClick={() => setIsShown(!isShown)}
          >
            {verb}
          </button>
        )}
      </div>
      <p id={`${id}hint`} className={styles.hint}>
        {hint}
      </p>
      <p id={`${id}fault`} className={styles.fault} aria-live="polite">
        {fault}
      </p>
    </div>
  );
}

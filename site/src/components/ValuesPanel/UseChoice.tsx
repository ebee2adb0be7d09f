import React, { useId, type ReactNode } from 'react';
import { chooseUse } from '../../runner/preferences';
import styles from './styles.module.css';

interface Props {
  readonly isOwn: boolean;
}

const choices = [
  { use: 'sandbox', text: 'Sandbox project', hint: 'made-up data, no account' },
  { use: 'own', text: 'My own values', hint: 'of the platform' },
] as const;

/** Whether pages and Send use the sandbox or what the reader has entered. The two never mix. */
export default function UseChoice({ isOwn }: Props): ReactNode {
  const name = useId();
  return (
    <fieldset className={styles.use}>
      <legend>Use</legend>
      {choices.map(({ use, text, hint }) => (
        <label key={use}>
          <input
            type="radio"
            name={name}
            checked={isOwn === (use === 'own')}
            onChange={() => chooseUse(use)}
          />
          <span>
            {text} <small>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

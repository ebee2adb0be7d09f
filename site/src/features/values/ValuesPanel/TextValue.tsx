import React, { useId, useState, type ReactNode } from 'react';
import { valueError, type ValueName } from '../../../requests/own-values';
import styles from './styles.module.css';

/** A text value in the panel. */
interface ValueField {
  readonly name: Exclude<ValueName, 'region'>;
  readonly label: string;
  readonly hint: string;
  readonly isSecret: boolean;
}

/** In display order, after the region. */
export const valueFields: readonly ValueField[] = [
  {
    name: 'nodeId',
    label: 'Node id',
    hint: 'The node that your requests refer to. Used in request bodies and programs.',
    isSecret: false,
  },
  {
    name: 'deviceId',
    label: 'Device UUID',
    hint: 'UUID of the physical device. Used in topics, request bodies and programs.',
    isSecret: false,
  },
  {
    name: 'connectionKey',
    label: 'Connection key',
    hint: 'Secret of the node. Authenticates Device API requests.',
    isSecret: true,
  },
  {
    name: 'apiKey',
    label: 'API key',
    hint: 'Secret of the project. Authenticates Platform API requests.',
    isSecret: true,
  },
  {
    name: 'tokenId',
    label: 'Access token id',
    hint: 'Identifies the access token that signs requests.',
    isSecret: false,
  },
  {
    name: 'tokenSecret',
    label: 'Access token secret',
    hint: 'Signs requests in your browser and is never sent.',
    isSecret: true,
  },
];

interface Props {
  readonly field: ValueField;
  readonly value: string;
  readonly onChange: (name: ValueName, value: string) => void;
}

/** Text input for a value; secrets are masked until shown. */
export default function TextValue({ field, value, onChange }: Props): ReactNode {
  const { name, label, hint, isSecret } = field;
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  // An incomplete id is not an error while typing.
  const [isTyping, setIsTyping] = useState(false);
  const error = isTyping ? undefined : valueError(name, value);
  const verb = isShown ? 'Hide' : 'Show';

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <input
          id={id}
          className="control control--field control--code"
          type={isSecret && !isShown ? 'password' : 'text'}
          value={value}
          aria-describedby={error === undefined ? `${id}hint` : `${id}hint ${id}error`}
          aria-invalid={error !== undefined}
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
            className={`control ${styles.toggle}`}
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
      <p id={`${id}error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  );
}

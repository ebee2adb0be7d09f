import React, { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { clearValues, setValues, useValues, type ValueName } from '../../values/store';
import { valueFields } from './fields';
import TextValue from './TextValue';
import styles from './styles.module.css';

interface Props {
  /** Codes of every region. */
  readonly regions: readonly string[];
  readonly onClose: () => void;
}

/** The reader's values in a modal dialog; what is entered applies at once. The browser moves and returns the focus. */
export default function ValuesPanel({ regions, onClose }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const values = useValues();
  const [status, setStatus] = useState('');

  useEffect(() => dialog.current?.showModal(), []);

  const change = (name: ValueName, value: string) => {
    setStatus('');
    setValues({ [name]: value });
  };
  const clear = () => {
    clearValues();
    setStatus('All values are cleared.');
  };

  return (
    <dialog
      ref={dialog}
      className={styles.panel}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}about`}
      onClose={onClose}
    >
      <h2 id={`${id}title`} className={styles.title}>
        Your values
      </h2>
      <p id={`${id}about`} className={styles.about}>
        The pages show them in topics, addresses and programs. They stay in this browser tab until
        you close it, and nothing is sent: only a request you send yourself carries what it needs.
      </p>
      <div className={styles.field}>
        <label htmlFor={`${id}region`}>Region</label>
        <select
          id={`${id}region`}
          className={styles.input}
          value={values.region ?? ''}
          aria-describedby={`${id}hint`}
          onChange={(event) => change('region', event.target.value)}
        >
          <option value="">Not set</option>
          {regions.map((region) => (
            <option key={region}>{region}</option>
          ))}
        </select>
        <p id={`${id}hint`} className={styles.hint}>
          Region of your project. Stands in host names.
        </p>
      </div>
      {valueFields.map((field) => (
        <TextValue
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          onChange={change}
        />
      ))}
      <div className={styles.foot}>
        <p role="status" className={styles.status}>
          {status}
        </p>
        <button type="button" className={styles.clear} onClick={clear}>
          Clear all
        </button>
        <button type="button" className={styles.done} onClick={() => dialog.current?.close()}>
          Done
        </button>
      </div>
    </dialog>
  );
}

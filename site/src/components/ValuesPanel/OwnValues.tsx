import React, { useId, type ReactNode } from 'react';
import { useValues, type ValueName } from '../../values/store';
import { valueFields } from './fields';
import styles from './styles.module.css';
import TextValue from './TextValue';

interface Props {
  /** Codes of every region. */
  readonly regions: readonly string[];
  readonly onChange: (name: ValueName, value: string) => void;
}

/** Fields for what the reader has on the platform. */
export default function OwnValues({ regions, onChange }: Props): ReactNode {
  const id = useId();
  const values = useValues();
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={`${id}region`}>Region</label>
        <select
          id={`${id}region`}
          className={styles.input}
          value={values.region ?? ''}
          aria-describedby={`${id}hint`}
          onChange={(event) => onChange('region', event.target.value)}
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
          onChange={onChange}
        />
      ))}
    </>
  );
}

import React, {
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { chooseValues } from '../../../requests/servers';
import { clearValues, setValues, useValues, type ValueName } from '../../../requests/own-values';
import { onChange, usesOwnValues } from '../../../requests/values-choice';
import { ProjectBox } from '@site/src/features/sandbox-project';
import TextValue, { valueFields } from './TextValue';
import styles from './styles.module.css';

interface OwnValuesProps {
  /** Codes of all regions. */
  readonly regions: readonly string[];
  readonly onChange: (name: ValueName, value: string) => void;
}

/** Inputs for the reader's values on the platform. */
export function OwnValues({ regions, onChange }: OwnValuesProps): ReactNode {
  const id = useId();
  const values = useValues();
  return (
    <>
      <div className={styles.field}>
        <label htmlFor={`${id}region`}>Region</label>
        <select
          id={`${id}region`}
          className="control control--field"
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
          Region of your project. Used in host names.
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

interface UseChoiceProps {
  readonly isOwn: boolean;
}

const choices = [
  { use: 'sandbox', text: 'Sandbox project', hint: 'sample data, no account' },
  { use: 'own', text: 'My own values', hint: 'for the platform' },
] as const;

/** Switches pages and the request runner between the sandbox and the reader's values. The two are never mixed. */
function UseChoice({ isOwn }: UseChoiceProps): ReactNode {
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
            onChange={() => chooseValues(use)}
          />
          <span>
            {text} <small>{hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface Props {
  /** Codes of all regions. */
  readonly regions: readonly string[];
  readonly onClose: () => void;
}

/** The reader's values in a modal dialog. Input applies immediately. The browser moves and restores the focus. */
export default function ValuesPanel({ regions, onClose }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [status, setStatus] = useState('');
  const isOwn = useSyncExternalStore(onChange, usesOwnValues, () => false);

  useEffect(() => dialog.current?.showModal(), []);

  const change = (name: ValueName, value: string) => {
    setStatus('');
    setValues({ [name]: value });
  };
  const clear = () => {
    clearValues();
    setStatus('All values cleared.');
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
        Pages show these values in topics, URLs and programs.
        {isOwn
          ? ' They are stored in this browser tab until you close it, and are sent only with requests that you send.'
          : ' They belong to your sandbox project and are sent only to the sandbox.'}
      </p>
      <UseChoice isOwn={isOwn} />
      {isOwn ? (
        <OwnValues regions={regions} onChange={change} />
      ) : (
        <ProjectBox startsAutomatically={false} showsTerminal />
      )}
      <div className={styles.foot}>
        <p role="status" className={styles.status}>
          {isOwn && status}
        </p>
        {isOwn && (
          <button type="button" className="control" onClick={clear}>
            Clear all
          </button>
        )}
        <button
          type="button"
          className="control control--main"
          onClick={() => dialog.current?.close()}
        >
          Done
        </button>
      </div>
    </dialog>
  );
}

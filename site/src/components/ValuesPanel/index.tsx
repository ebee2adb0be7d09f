import React, {
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { clearValues, setValues, type ValueName } from '../../values/store';
import { onChange, usesOwn } from '../../values/stored';
import Sandbox from '../Sandbox';
import OwnValues from './OwnValues';
import styles from './styles.module.css';
import UseChoice from './UseChoice';

interface Props {
  /** Codes of every region. */
  readonly regions: readonly string[];
  /** False on a site without a sandbox: then there is nothing to choose. */
  readonly hasSandbox: boolean;
  readonly onClose: () => void;
}

/** The reader's values in a modal dialog; what is entered applies at once. The browser moves and returns the focus. */
export default function ValuesPanel({ regions, hasSandbox, onClose }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [status, setStatus] = useState('');
  const hasChosenOwn = useSyncExternalStore(onChange, usesOwn, () => false);
  const isOwn = hasChosenOwn || !hasSandbox;

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
      {hasSandbox && <UseChoice isOwn={isOwn} />}
      {isOwn ? (
        <OwnValues regions={regions} onChange={change} />
      ) : (
        <Sandbox startsItself={false} showsTerminal />
      )}
      <div className={styles.foot}>
        <p role="status" className={styles.status}>
          {isOwn && status}
        </p>
        {isOwn && (
          <button type="button" className={styles.clear} onClick={clear}>
            Clear all
          </button>
        )}
        <button type="button" className={styles.done} onClick={() => dialog.current?.close()}>
          Done
        </button>
      </div>
    </dialog>
  );
}

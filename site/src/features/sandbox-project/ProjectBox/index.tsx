import React, { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { hasServerSandbox, sandboxHome } from '../../../requests/sandbox-home';
import { isInBrowser } from '../address';
import type { SandboxError } from '../errors';
import { demoNode, type SandboxProject } from '../project-data';
import { KeyNote, StorageHint, UnstoredNote } from '../unstored';
import { canCancelWaits, cancelWaits, useSandboxWait } from '../wait';
import { CopyButton } from '../../../components/CodeBlock';
import { dateText } from '../../../components/date-text';
import useKeptFocus from '../../../components/useKeptFocus';
import Actions from './Actions';
import ImportForm from './ImportForm';
import Projects from './Projects';
import Replaced from './Replaced';
import Terminal from './Terminal';
import './styles.css';
import { useSandbox, type Work } from './use-sandbox';

interface KeyProps {
  readonly label: string;
  readonly value: string;
}

/** A key of a project, masked until the reader shows it. */
function Key({ label, value }: KeyProps): ReactNode {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const verb = isShown ? 'Hide' : 'Show';
  return (
    <div className="sandbox__key">
      <label htmlFor={id}>{label}</label>
      <div className="sandbox__line">
        <input
          className="control control--field control--code"
          id={id}
          type={isShown ? 'text' : 'password'}
          value={value}
          readOnly
          autoComplete="off"
          spellCheck={false}
        />
        <button
          type="button"
          className="control"
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

interface Props {
  /** Creates a project immediately, unless the reader has deleted theirs. */
  readonly startsAutomatically: boolean;
  /** Shows the terminal commands expanded. */
  readonly showsTerminal: boolean;
  /** Shows a project as one line that the reader can expand. */
  readonly isFolded?: boolean;
  /** Gets the focus when it appears, because the button that had the focus is removed. */
  readonly takesFocus?: boolean;
}

const workTexts: Partial<Record<Work, string>> = {
  exporting: 'Exporting the project…',
  importing: 'Importing the file…',
};

function Failure({ error }: { readonly error: SandboxError }): ReactNode {
  return (
    <div className="note note--error" role="alert">
      <p>
        <strong>{error.title}.</strong> {error.message}
      </p>
      <p>{error.hint}</p>
    </div>
  );
}

function Keys({ project }: { readonly project: SandboxProject }): ReactNode {
  const node = demoNode(project);
  return (
    <div className="sandbox__keys">
      <Key label="API key" value={project.apiKey} />
      {node && <Key label={`Connection key of ${node.name}`} value={node.connectionKey} />}
    </div>
  );
}

interface FoldableProps {
  readonly isFolded: boolean;
  readonly children: ReactNode;
}

/** Keys and commands of a project, expanded or collapsed. */
function Foldable({ isFolded, children }: FoldableProps): ReactNode {
  if (!isFolded) return children;
  return (
    <details className="disclosure sandbox__folded">
      <summary>
        <strong>Sandbox project:</strong> sample devices and data on this site
      </summary>
      <div className="sandbox__unfolded">{children}</div>
    </details>
  );
}

/** The sandbox project of this browser: its keys and expiry, with buttons to reset and delete it, and other projects. */
export default function Sandbox({
  startsAutomatically,
  showsTerminal,
  isFolded = false,
  takesFocus = false,
}: Props): ReactNode {
  const { project, isReplacement, isDeleted, work, error, ...actions } =
    useSandbox(startsAutomatically);
  const { open, move } = actions;
  const wait = useSandboxWait();
  const [status, setStatus] = useState('');
  const [isImporting, setIsImporting] = useState(false);
  const kept = useKeptFocus<HTMLElement>(takesFocus);
  const start = useRef<HTMLButtonElement>(null);
  // The button that had the focus was removed with the project.
  useEffect(() => {
    if (isDeleted && status !== '') start.current?.focus();
  }, [isDeleted, status]);

  const after = async (task: () => Promise<boolean>, text: string) => {
    setStatus('');
    const isDone = await task();
    if (isDone) setStatus(text);
    return isDone;
  };
  const importFile = (file: File, key: string) => {
    setIsImporting(false);
    const text =
      'The project has the data, ids and connection keys of the file. Its API key is not in the file.';
    void after(() => actions.load(file, key), text);
  };
  const others = (
    <Projects
      current={project}
      isBusy={work !== undefined}
      onSwitch={(known) =>
        void after(() => actions.switchTo(known), 'All tabs now use this project.')
      }
      onKey={(key) => after(() => actions.adopt(key), 'All tabs now use the project of this key.')}
      onNew={() => void after(actions.add, 'Your new project is ready.')}
    />
  );
  return (
    <section {...kept} className="tool sandbox" aria-label="Sandbox project" tabIndex={-1}>
      {!(isFolded && project) && (
        <p>
          <strong>A sandbox project</strong> has sample devices and data. Nothing in it is real.
        </p>
      )}
      {isReplacement && (
        <div role="status">
          <Replaced />
        </div>
      )}
      {project && (
        <Foldable isFolded={isFolded}>
          <Keys project={project} />
          {isInBrowser(project) && <UnstoredNote />}
          <KeyNote />
          <p className="sandbox__hint">
            {isInBrowser(project) ? <StorageHint /> : 'Shared by all tabs of this browser.'} Expires
            after 24 hours without use: <time>{dateText(project.expires)}</time>.
          </p>
          {showsTerminal && <Terminal project={project} />}
          <div className="sandbox__foot">
            {!showsTerminal && (
              <details className="disclosure">
                <summary>Use in a terminal</summary>
                <Terminal project={project} />
              </details>
            )}
            <Actions
              isBusy={work !== undefined}
              onQuestion={() => setStatus('')}
              onExport={() =>
                void after(
                  actions.save,
                  'Saved as a file, with all keys of the nodes: keep it private.',
                )
              }
              onImport={importFile}
              onReset={() =>
                void after(
                  actions.reset,
                  'The project has new sample data with new ids and connection keys.',
                )
              }
              onDelete={() => void after(actions.remove, 'Project deleted.')}
            />
          </div>
          {others}
        </Foldable>
      )}
      <p className="sandbox__status" role="status">
        {work === undefined
          ? status
          : (wait ?? workTexts[work] ?? (project ? status : 'Creating a project…'))}
      </p>
      {work !== undefined && wait !== undefined && canCancelWaits() && (
        <button type="button" className="control" onClick={cancelWaits}>
          Cancel
        </button>
      )}
      {error && <Failure error={error} />}
      {!project && work === undefined && (
        <>
          <div className="sandbox__line">
            <button
              ref={start}
              type="button"
              className="control control--main"
              onClick={() => void after(open, 'Your project is ready.')}
            >
              {error ? 'Try again' : isDeleted ? 'New project' : 'Start a sandbox project'}
            </button>
            {!isImporting && (
              <button type="button" className="control" onClick={() => setIsImporting(true)}>
                Import a project file
              </button>
            )}
          </div>
          {isImporting && <ImportForm onFile={importFile} onCancel={() => setIsImporting(false)} />}
        </>
      )}
      {/* It stays while a key is tried, with what the reader has typed. */}
      {!project && work !== 'opening' && others}
      {hasServerSandbox() && work === undefined && (!isFolded || error) && (
        <button
          type="button"
          className="control sandbox__move"
          onClick={() => void after(move, '')}
        >
          {sandboxHome() === 'browser'
            ? 'Use the sandbox on the server'
            : 'Use a sandbox in this browser'}
        </button>
      )}
    </section>
  );
}

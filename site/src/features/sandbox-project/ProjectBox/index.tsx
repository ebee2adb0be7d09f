import React, {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { hasServerSandbox, isInBrowser, sandboxAddress, sandboxHome } from '../address';
import type { SandboxError } from '../errors';
import type { SandboxProject } from '../project-data';
import { demoNode } from '../project-data';
import { terminalLines, type Shell } from '../terminal';
import { StorageHint, UnstoredNote } from '../unstored';
import { cancelWaits, useSandboxWait } from '../wait';
import { CopyButton } from '../../../components/CodeBlock';
import useKeptFocus from '../../../components/useKeptFocus';
import Replaced from './Replaced';
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

/** Commands to paste into a terminal, so that the commands and programs of the site use a project. */
function Terminal({ project }: { readonly project: SandboxProject }): ReactNode {
  const id = useId();
  const [shell, setShell] = useState<Shell>('bash');
  const [isShown, setIsShown] = useState(false);
  if (isInBrowser(project)) {
    return (
      <p className="sandbox__hint">
        This sandbox runs in your browser: this site’s forms use it. Terminals, devices and the
        programs on these pages cannot reach it.{' '}
        {hasServerSandbox() ? (
          'For those, use the sandbox on the server.'
        ) : (
          <>
            For those, run the documentation with <code translate="no">npm start</code>, or use the
            platform.
          </>
        )}
      </p>
    );
  }
  const lines = (isMasked: boolean) => terminalLines(project, sandboxAddress(), shell, isMasked);
  return (
    <div className="sandbox__terminal">
      <div className="sandbox__line">
        <label htmlFor={id}>Shell</label>
        <select id={id} value={shell} onChange={(event) => setShell(event.target.value as Shell)}>
          <option value="bash">bash, zsh</option>
          <option value="powershell">PowerShell</option>
        </select>
        <button type="button" className="sandbox__button" onClick={() => setIsShown(!isShown)}>
          {isShown ? 'Hide keys' : 'Show keys'}
        </button>
        <CopyButton source={() => lines(false)} label="setup commands with keys" />
      </div>
      <pre tabIndex={0} role="group" aria-label="Setup commands">
        <code translate="no" data-as-is>
          {lines(!isShown)}
        </code>
      </pre>
      <p className="sandbox__hint">
        Paste these commands into a terminal. The commands and programs on these pages then use this
        project.
        {shell === 'powershell' &&
          ' The guides use bash commands: on Windows, run them in WSL or Git Bash with the bash setup commands. The PowerShell samples in the API reference use these.'}
        {project.broker.tls === undefined &&
          ' MQTT programs do not: this server offers MQTT only to the console on this site.'}
      </p>
    </div>
  );
}

/**
 * Lets the reader choose a project file.
 * @returns the element to render, and a function that opens the file dialog
 */
function useFileDialog(onFile: (file: File) => void): [ReactNode, () => void] {
  const input = useRef<HTMLInputElement>(null);
  const element = (
    <input
      ref={input}
      type="file"
      accept=".json,application/json"
      hidden
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onFile(file);
        // The same file can be chosen again.
        target.value = '';
      }}
    />
  );
  return [element, () => input.current?.click()];
}

interface ActionsProps {
  readonly isBusy: boolean;
  /** Called when a confirmation opens; clears the status. */
  readonly onQuestion: () => void;
  readonly onExport: () => void;
  readonly onImport: () => void;
  readonly onReset: () => void;
  readonly onDelete: () => void;
}

const questions = {
  import: { text: 'Import replaces all data with that of a file.', yes: 'Choose a file' },
  reset: { text: 'Reset replaces all data with new sample data.', yes: 'Yes, reset' },
  delete: { text: 'This deletes the project and all its data.', yes: 'Yes, delete' },
} as const;

type Question = keyof typeof questions;

/** "Export", and "Import", "Reset" and "Delete project", each with a confirmation. */
function Actions({ isBusy, onQuestion, onExport, ...confirmed }: ActionsProps): ReactNode {
  const { onImport, onReset, onDelete } = confirmed;
  const [question, setAsked] = useState<Question>();
  const group = useRef<HTMLDivElement>(null);
  const last = useRef<Question>(undefined);

  // Moves the focus to the confirmation, and back to its button.
  useEffect(() => {
    const from = last.current;
    last.current = question;
    const target = question ? 'no' : from;
    if (target) group.current?.querySelector<HTMLElement>(`[data-name=${target}]`)?.focus();
  }, [question]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (question === undefined || event.key !== 'Escape') return;
    // Does not close the surrounding dialog.
    event.preventDefault();
    event.stopPropagation();
    setAsked(undefined);
  };
  const askFor = (question: Question) => {
    onQuestion();
    setAsked(question);
  };
  const confirm = () => {
    setAsked(undefined);
    if (question === 'import') onImport();
    else if (question === 'reset') onReset();
    else onDelete();
  };
  const button = (name: string, text: string, onClick: () => void) => (
    <button
      type="button"
      className="sandbox__button"
      data-name={name}
      aria-disabled={isBusy}
      onClick={() => {
        if (!isBusy) onClick();
      }}
    >
      {text}
    </button>
  );
  return (
    <div ref={group} className="sandbox__actions" onKeyDown={onKeyDown}>
      {question ? (
        <div role="group" aria-label={questions[question].text} className="sandbox__question">
          <span>{questions[question].text}</span>
          {button('yes', questions[question].yes, confirm)}
          {button('no', 'Cancel', () => setAsked(undefined))}
        </div>
      ) : (
        <>
          {button('export', 'Export', onExport)}
          {button('import', 'Import', () => askFor('import'))}
          {button('reset', 'Reset', () => askFor('reset'))}
          {button('delete', 'Delete project', () => askFor('delete'))}
        </>
      )}
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

const untilText = (expires: number) =>
  new Date(expires).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function Failure({ error }: { readonly error: SandboxError }): ReactNode {
  return (
    <div className="sandbox__failure" role="alert">
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
    <details className="sandbox__folded">
      <summary>
        <strong>Sandbox project:</strong> sample devices and data on this site
      </summary>
      <div className="sandbox__unfolded">{children}</div>
    </details>
  );
}

/** The sandbox project of this tab: its keys and expiry, with buttons to reset and delete it. */
export default function Sandbox({
  startsAutomatically,
  showsTerminal,
  isFolded = false,
  takesFocus = false,
}: Props): ReactNode {
  const { project, isReplacement, isDeleted, other, work, error, ...actions } =
    useSandbox(startsAutomatically);
  const { open, take, move } = actions;
  const wait = useSandboxWait();
  const [status, setStatus] = useState('');
  const kept = useKeptFocus<HTMLElement>(takesFocus);
  const start = useRef<HTMLButtonElement>(null);
  // The button that had the focus was removed with the project.
  useEffect(() => {
    if (isDeleted && status !== '') start.current?.focus();
  }, [isDeleted, status]);

  const after = async (task: () => Promise<boolean>, text: string) => {
    setStatus('');
    if (await task()) setStatus(text);
  };
  const [fileInput, chooseFile] = useFileDialog((file) => {
    const text =
      'The project has the data, ids and connection keys of the file. Its API key is not in the file.';
    void after(() => actions.load(file), text);
  });
  return (
    <section {...kept} className="sandbox" aria-label="Sandbox project" tabIndex={-1}>
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
          <p className="sandbox__hint">
            {isInBrowser(project) ? <StorageHint /> : 'Only for this tab.'} Expires after 24 hours
            without use: <time>{untilText(project.expires)}</time>.
          </p>
          {showsTerminal && <Terminal project={project} />}
          <div className="sandbox__foot">
            {!showsTerminal && (
              <details>
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
              onImport={chooseFile}
              onReset={() =>
                void after(
                  actions.reset,
                  'The project has new sample data with new ids and connection keys.',
                )
              }
              onDelete={() => void after(actions.remove, 'Project deleted.')}
            />
          </div>
        </Foldable>
      )}
      <p className="sandbox__status" role="status">
        {work === undefined
          ? status
          : (wait ?? workTexts[work] ?? (project ? status : 'Creating a project…'))}
      </p>
      {work !== undefined && wait !== undefined && (
        <button type="button" className="sandbox__button" onClick={cancelWaits}>
          Cancel
        </button>
      )}
      {error && <Failure error={error} />}
      {fileInput}
      {!project && work === undefined && (
        <div className="sandbox__line">
          {other && (
            <button
              type="button"
              className="sandbox__button sandbox__button--main"
              onClick={() => void after(() => take(other), 'This tab now uses the same project.')}
            >
              Use the project from your other tab
            </button>
          )}
          <button
            ref={start}
            type="button"
            className="sandbox__button sandbox__button--main"
            onClick={() => void after(open, 'Your project is ready.')}
          >
            {error ? 'Try again' : isDeleted || other ? 'New project' : 'Start a sandbox project'}
          </button>
          <button type="button" className="sandbox__button" onClick={chooseFile}>
            Import a project file
          </button>
        </div>
      )}
      {hasServerSandbox() && work === undefined && (!isFolded || error) && (
        <button
          type="button"
          className="sandbox__button sandbox__move"
          onClick={() => void after(move, '')}
        >
          {sandboxHome() === 'browser'
            ? 'Use the sandbox on the server'
            : 'Use a sandbox in this browser instead'}
        </button>
      )}
    </section>
  );
}

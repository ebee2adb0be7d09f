import React, {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { sandboxAddress } from '../../sandbox/address';
import type { SandboxError } from '../../sandbox/errors';
import type { SandboxProject } from '../../sandbox/project-data';
import { demoNode } from '../../sandbox/project-data';
import { terminalLines, type Shell } from '../../sandbox/terminal';
import { stopWaiting, useSandboxWait } from '../../sandbox/wait';
import CopyButton from '../CodeBlock/CopyButton';
import Replaced from './Replaced';
import './styles.css';
import { useSandbox } from './use-sandbox';

interface KeyProps {
  readonly label: string;
  readonly value: string;
}

/** A key of a project: masked until the reader asks to see it. */
export function Key({ label, value }: KeyProps): ReactNode {
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

/** Lines to paste into a terminal, which make the pages' commands use a project. */
export function Terminal({ project }: { readonly project: SandboxProject }): ReactNode {
  const id = useId();
  const [shell, setShell] = useState<Shell>('bash');
  const [isShown, setIsShown] = useState(false);
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
          {isShown ? 'Hide the keys' : 'Show the keys'}
        </button>
        <CopyButton source={() => lines(false)} label="lines for the terminal, with the keys" />
      </div>
      <pre tabIndex={0} role="group" aria-label="Lines for the terminal">
        <code data-as-is>{lines(!isShown)}</code>
      </pre>
      <p className="sandbox__hint">
        Copy them into a terminal. The commands and programs of these pages then use this project
        there.
        {shell === 'powershell' &&
          ' The guides’ commands are for bash: on Windows, run them in WSL or Git Bash with the lines for bash. The PowerShell samples of the API reference use these.'}
        {project.broker.tls === undefined &&
          ' Those over MQTT do not: this server offers MQTT to the console in the page alone.'}
      </p>
    </div>
  );
}

interface ActionsProps {
  readonly isBusy: boolean;
  /** A question is put: what was said before is over. */
  readonly onAsk: () => void;
  readonly onReset: () => void;
  readonly onDrop: () => void;
}

const questions = {
  reset: { text: 'Reset: all it holds is replaced by new demo content.', yes: 'Yes, reset' },
  drop: { text: 'Drop: the project ends with all it holds.', yes: 'Yes, drop' },
} as const;

type Question = keyof typeof questions;

/** Reset and Drop, each after a question that stands where the button was. */
export function Actions({ isBusy, onAsk, onReset, onDrop }: ActionsProps): ReactNode {
  const [asked, setAsked] = useState<Question>();
  const group = useRef<HTMLDivElement>(null);
  const last = useRef<Question>(undefined);

  // The focus goes into the question, and back to the button that asked it.
  useEffect(() => {
    const from = last.current;
    last.current = asked;
    const target = asked ? 'no' : from;
    if (target) group.current?.querySelector<HTMLElement>(`[data-name=${target}]`)?.focus();
  }, [asked]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (asked === undefined || event.key !== 'Escape') return;
    // The dialog around it stays open.
    event.preventDefault();
    event.stopPropagation();
    setAsked(undefined);
  };
  const ask = (question: Question) => {
    onAsk();
    setAsked(question);
  };
  const confirm = () => {
    setAsked(undefined);
    if (asked === 'reset') onReset();
    else onDrop();
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
      {asked ? (
        <div role="group" aria-label={questions[asked].text} className="sandbox__question">
          <span>{questions[asked].text}</span>
          {button('yes', questions[asked].yes, confirm)}
          {button('no', 'No, keep it', () => setAsked(undefined))}
        </div>
      ) : (
        <>
          {button('reset', 'Reset', () => ask('reset'))}
          {button('drop', 'Drop', () => ask('drop'))}
        </>
      )}
    </div>
  );
}

interface Props {
  /** Makes a project at once, unless the reader has dropped theirs. */
  readonly startsItself: boolean;
  /** Shows the lines for a terminal at once; otherwise the reader unfolds them. */
  readonly showsTerminal: boolean;
  /** Shows a project as one line, which the reader unfolds. */
  readonly isFolded?: boolean;
  /** Takes the focus when it appears: the button that had it is gone. */
  readonly takesFocus?: boolean;
}

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

/** Keys and commands of a project, in sight or behind one line. */
function Foldable({ isFolded, children }: FoldableProps): ReactNode {
  if (!isFolded) return children;
  return (
    <details className="sandbox__folded">
      <summary>
        <strong>Sandbox project:</strong> made-up devices and data on this site
      </summary>
      <div className="sandbox__unfolded">{children}</div>
    </details>
  );
}

/** The sandbox project of this tab: what it is, its keys, how long it lives, and its end. */
export default function Sandbox({
  startsItself,
  showsTerminal,
  isFolded = false,
  takesFocus = false,
}: Props): ReactNode {
  const { project, isReplacement, isDropped, other, work, error, open, take, reset, drop } =
    useSandbox(startsItself);
  const wait = useSandboxWait();
  const [status, setStatus] = useState('');
  const panel = useRef<HTMLElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) panel.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  // The button that had the focus is gone with the project.
  useEffect(() => {
    if (isDropped && status !== '') start.current?.focus();
  }, [isDropped, status]);

  const after = async (task: () => Promise<boolean>, text: string) => {
    setStatus('');
    if (await task()) setStatus(text);
  };
  return (
    <section ref={panel} className="sandbox" aria-label="Sandbox project" tabIndex={-1}>
      {!(isFolded && project) && (
        <p>
          <strong>A sandbox project, for trying out:</strong> made-up devices and data on this site.
          Nothing in it is real.
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
          <p className="sandbox__hint">
            For this tab alone. It ends after 24 hours without use: on{' '}
            <time>{untilText(project.expires)}</time>.
          </p>
          {showsTerminal && <Terminal project={project} />}
          <div className="sandbox__foot">
            {!showsTerminal && (
              <details>
                <summary>Use it in a terminal</summary>
                <Terminal project={project} />
              </details>
            )}
            <Actions
              isBusy={work !== undefined}
              onAsk={() => setStatus('')}
              onReset={() =>
                void after(reset, 'Filled anew: ids and connection keys are new ones.')
              }
              onDrop={() => void after(drop, 'The project is gone.')}
            />
          </div>
        </Foldable>
      )}
      <p className="sandbox__status" role="status">
        {work === undefined ? status : (wait ?? (project ? status : 'Making a project …'))}
      </p>
      {work !== undefined && wait !== undefined && (
        <button type="button" className="sandbox__button" onClick={stopWaiting}>
          Cancel
        </button>
      )}
      {error && <Failure error={error} />}
      {!project && work === undefined && (
        <div className="sandbox__line">
          {other && (
            <button
              type="button"
              className="sandbox__button sandbox__button--main"
              onClick={() => void after(() => take(other), 'This tab uses the same project now.')}
            >
              Use the project of your other tab
            </button>
          )}
          <button
            ref={start}
            type="button"
            className="sandbox__button sandbox__button--main"
            onClick={() => void after(open, '')}
          >
            {error ? 'Try again' : isDropped || other ? 'New project' : 'Start a sandbox project'}
          </button>
        </div>
      )}
    </section>
  );
}

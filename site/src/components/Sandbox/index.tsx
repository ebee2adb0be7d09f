import React, { useEffect, useRef, useState, type ReactNode } from 'react';
import { demoNode } from '../../sandbox/credentials';
import type { SandboxError, SandboxProject } from '../../sandbox/project';
import { stopWaiting, useSandboxWait } from '../../sandbox/wait';
import Actions from './Actions';
import Key from './Key';
import Replaced from './Replaced';
import './styles.css';
import Terminal from './Terminal';
import { useSandbox } from './use-sandbox';

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

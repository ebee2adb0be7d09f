import React, { useId, useState, type FormEvent, type ReactNode } from 'react';
import { dateText } from '../../../components/date-text';
import type { SandboxProject } from '../project-data';
import { useKnownProjects, type KnownProject } from '../project-state';
import './styles.css';

interface Props {
  /** The project in use, if there is one. */
  readonly current: SandboxProject | undefined;
  readonly isBusy: boolean;
  readonly onSwitch: (project: KnownProject) => void;
  /** @returns whether the sandbox has a project with the key */
  readonly onKey: (key: string) => Promise<boolean>;
  readonly onNew: () => void;
}

const homes = { server: 'on the server', browser: 'in this browser' } as const;

/** Last group of the id: it tells projects apart, while ids of the same minute start alike. */
const shortId = ({ projectId }: KnownProject) => projectId.split('-').at(-1) ?? projectId;

/** The projects that this browser knows, and a field for the key of another one. */
export default function Projects({ current, isBusy, onSwitch, onKey, onNew }: Props): ReactNode {
  const id = useId();
  const [key, setKey] = useState('');
  const known = useKnownProjects();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && (await onKey(key))) setKey('');
  };
  return (
    <details className="disclosure sandbox__others">
      <summary>Other projects and keys</summary>
      <div>
        {known.length > 0 && (
          <ul aria-label="Projects that this browser knows">
            {known.map((project) => (
              <li key={project.apiKey}>
                <span>
                  Project <code translate="no">{shortId(project)}</code>
                  <small>
                    {homes[project.home]}, since {dateText(project.addedAt)}
                  </small>
                </span>
                {project.apiKey === current?.apiKey ? (
                  <strong>In use</strong>
                ) : (
                  <button
                    type="button"
                    className="control"
                    aria-label={`Switch to project ${shortId(project)}`}
                    aria-disabled={isBusy}
                    onClick={() => {
                      if (!isBusy) onSwitch(project);
                    }}
                  >
                    Switch
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
        <form className="sandbox__key" onSubmit={(event) => void submit(event)}>
          <label htmlFor={id}>Use an existing key</label>
          <div className="sandbox__line">
            <input
              className="control control--field control--code"
              id={id}
              type="password"
              value={key}
              onChange={({ target }) => setKey(target.value)}
              required
              autoComplete="off"
              spellCheck={false}
              aria-describedby={`${id}-hint`}
            />
            <button type="submit" className="control" aria-disabled={isBusy}>
              Use key
            </button>
          </div>
          <p id={`${id}-hint`} className="sandbox__hint">
            The API key of a sandbox project that a terminal created: <code>ANEDYA_API_KEY</code>.
            It is sent to the sandbox. Keys of your Anedya account belong under “My own values”.
          </p>
        </form>
        {current && (
          <button
            type="button"
            className="control sandbox__move"
            aria-disabled={isBusy}
            onClick={() => {
              if (!isBusy) onNew();
            }}
          >
            New project
          </button>
        )}
      </div>
    </details>
  );
}

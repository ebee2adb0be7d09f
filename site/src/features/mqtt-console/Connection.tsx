import React, { useId, type ReactNode } from 'react';
import { CopyButton } from '@site/src/components/CodeBlock';
import type { ConsoleSession, ConsoleState } from './console-session';
import { terminalCommand } from './facts';
import { versionNames, type Version } from './problems';
import {
  isInBrowser,
  useSandboxState,
  demoNode,
  type SandboxProject,
  useSandboxWait,
  Replaced,
} from '@site/src/features/sandbox-project';
import { readerFacts } from '@site/src/features/values';
import Marked from '@site/src/components/Marked';
import useKeptFocus from '../../components/useKeptFocus';

interface DeviceProps {
  readonly project: SandboxProject;
  readonly version: Version;
}

/** Credentials of the device, and a command that connects from a terminal. */
function Device({ project, version }: DeviceProps): ReactNode {
  const node = demoNode(project);
  if (!node) return null;
  const { deviceId, connectionKey } = node;
  const rows = [
    { name: 'Client id and user name', text: deviceId },
    { name: 'Password (connection key)', text: connectionKey },
  ];
  const command = terminalCommand(node, readerFacts.topicPrefix, version, project.broker);
  return (
    <details className="disclosure mqtt__device">
      <summary>
        {isInBrowser(project) ? 'Device credentials' : 'Device credentials and terminal command'}
      </summary>
      <dl>
        {rows.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code translate="no">{text}</code>
              <CopyButton source={() => text} label={name} />
            </dd>
          </div>
        ))}
      </dl>
      {isInBrowser(project) && (
        <p className="runner__hint">
          This broker runs in your browser: the console is its only client. Terminals and devices
          cannot reach it.
        </p>
      )}
      {command !== undefined && (
        <>
          <p className="runner__hint">
            The broker allows one connection per device: this command disconnects the console.
          </p>
          <div className="mqtt__body">
            <pre tabIndex={0} role="group" aria-label="Command for a terminal">
              <code translate="no">{command}</code>
            </pre>
            <CopyButton source={() => command} label="the command" />
          </div>
        </>
      )}
    </details>
  );
}

interface Props {
  readonly session: ConsoleSession;
  readonly state: ConsoleState;
}

/**
 * State of the connection as a sentence.
 * @param wait what the page is waiting for, as a sentence
 */
function words({ link, version, project }: ConsoleState, wait: string | undefined): string {
  switch (link.kind) {
    case 'idle':
      return 'Not connected.';
    case 'opening':
      return wait ?? 'Opening a sandbox project…';
    case 'connecting':
      return 'Connecting…';
    case 'connected':
      return `Connected as the device of node “${(project && demoNode(project))?.name ?? ''}”, with ${versionNames[version]}.`;
    case 'waiting':
      return `Connection lost. Reconnecting in ${link.seconds} s…`;
    case 'failed':
      return `Not connected. ${link.problem.title}.`;
  }
}

const tones: Readonly<Partial<Record<ConsoleState['link']['kind'], string>>> = {
  connected: 'live-mark',
  waiting: 'tone--bad',
  failed: 'tone--bad',
};

/** State of the connection, with the buttons to connect and disconnect. */
export default function Connection({ session, state }: Props): ReactNode {
  const id = useId();
  const wait = useSandboxWait();
  const { link, version, project } = state;
  const isOff = link.kind === 'idle' || link.kind === 'failed';
  const problem = link.kind === 'failed' ? link.problem : undefined;
  const isReplacement = useSandboxState()?.isReplacement ?? false;
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <div {...kept} className="mqtt__connection" tabIndex={-1}>
      <div className="mqtt__line">
        <button
          type="button"
          className={isOff ? 'control control--main' : 'control'}
          onClick={() => (isOff ? void session.connect() : session.disconnect())}
        >
          {isOff ? 'Connect' : link.kind === 'connected' ? 'Disconnect' : 'Cancel'}
        </button>
        <div className="runner__field mqtt__version">
          <label htmlFor={id}>Version</label>
          <select
            id={id}
            className="control control--field"
            value={version}
            disabled={!isOff}
            onChange={({ target }) => session.chooseVersion(Number(target.value) as Version)}
          >
            {([5, 4] as const).map((number) => (
              <option key={number} value={number}>
                {versionNames[number]}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div role="status">
        <p className={`runner__status ${tones[link.kind] ?? ''}`}>{words(state, wait)}</p>
        {problem && (
          <div className="note note--error">
            <p>{problem.message}</p>
            <p>
              <strong>Fix.</strong> <Marked text={problem.hint} />
            </p>
          </div>
        )}
        {isReplacement && <Replaced />}
      </div>
      {project ? (
        <Device project={project} version={version} />
      ) : (
        <p className="runner__hint">
          The console acts as a device of your sandbox project. Connect creates a project: you need
          no account and no keys.
        </p>
      )}
    </div>
  );
}

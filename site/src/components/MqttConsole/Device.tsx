import React, { type ReactNode } from 'react';
import CopyButton from '@site/src/components/CodeBlock/CopyButton';
import type { Version } from '@site/src/mqtt-console/problems';
import { terminalCommand } from '@site/src/mqtt-console/terminal-command';
import { demoNode } from '@site/src/sandbox/credentials';
import type { SandboxProject } from '@site/src/sandbox/read-project';
import facts from '@site/src/values/facts';

interface Props {
  readonly project: SandboxProject;
  readonly version: Version;
}

/** Credentials of the device, and the same connection from a terminal. */
export default function Device({ project, version }: Props): ReactNode {
  const node = demoNode(project);
  if (!node) return null;
  const { deviceId, connectionKey } = node;
  const rows = [
    { name: 'Client id and user name', text: deviceId },
    { name: 'Password, the connection key', text: connectionKey },
  ];
  const command = terminalCommand(node, facts.topicPrefix, version, project.broker);
  return (
    <details className="mqtt__device">
      <summary>Device, keys and the same from a terminal</summary>
      <dl>
        {rows.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{text}</code>
              <CopyButton source={() => text} label={name} />
            </dd>
          </div>
        ))}
      </dl>
      {command !== undefined && (
        <>
          <p className="runner__hint">
            The broker keeps one connection for a device: this command takes the place of the
            console.
          </p>
          <div className="mqtt__body">
            <pre tabIndex={0} role="group" aria-label="Command for a terminal">
              <code>{command}</code>
            </pre>
            <CopyButton source={() => command} label="the command" />
          </div>
        </>
      )}
    </details>
  );
}

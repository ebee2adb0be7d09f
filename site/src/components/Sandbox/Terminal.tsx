import React, { useId, useState, type ReactNode } from 'react';
import CopyButton from '../CodeBlock/CopyButton';
import { sandboxAddress } from '../../sandbox/address';
import type { SandboxProject } from '../../sandbox/project';
import { terminalLines, type Shell } from '../../sandbox/terminal';

/** Lines to paste into a terminal, which make the pages' commands use a project. */
export default function Terminal({ project }: { readonly project: SandboxProject }): ReactNode {
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

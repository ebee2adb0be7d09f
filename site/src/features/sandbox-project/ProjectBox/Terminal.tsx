import React, { useId, useState, type ReactNode } from 'react';
import { CopyButton } from '../../../components/CodeBlock';
import { hasServerSandbox } from '../../../requests/sandbox-home';
import { isInBrowser, sandboxAddress } from '../address';
import type { SandboxProject } from '../project-data';
import { terminalLines, type Shell } from '../terminal';
import './styles.css';

/** Commands to paste into a terminal, so that the commands and programs of the site use a project. */
export default function Terminal({ project }: { readonly project: SandboxProject }): ReactNode {
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
        <select
          id={id}
          className="control control--field"
          value={shell}
          onChange={(event) => setShell(event.target.value as Shell)}
        >
          <option value="bash">bash, zsh</option>
          <option value="powershell">PowerShell</option>
        </select>
        <button type="button" className="control" onClick={() => setIsShown(!isShown)}>
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

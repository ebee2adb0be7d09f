import React, { useSyncExternalStore, type ReactNode } from 'react';
import siteConfig from '@generated/docusaurus.config';
import useOnDemand, { OnDemandButton } from '@site/src/components/useOnDemand';
import { sandboxText } from '@site/src/requests/sandbox-home';
import { onChange } from '@site/src/requests/values-choice';

const setup = `${siteConfig.baseUrl}getting-started/`;

const load = () => import('../ProjectBox').then((module) => module.default);

/**
 * Offers a sandbox project to readers of a guide, with terminal commands that use it. The panel loads when the reader is
 * about to use the button.
 */
export default function SandboxStart(): ReactNode {
  const { Component: Sandbox, ...state } = useOnDemand(load);
  const hasProject = useSyncExternalStore(
    onChange,
    () => sandboxText() !== '',
    () => false,
  );

  if (Sandbox) return <Sandbox startsAutomatically showsTerminal takesFocus />;
  return (
    <div className="tool sandbox-start">
      <p>
        <strong>No account yet?</strong> Follow this page in the sandbox: a private project with
        sample devices and data. The button shows the setup commands for your terminal. With an
        account, use the <a href={`${setup}#with-an-account`}>platform setup</a>.
      </p>
      <OnDemandButton what="The sandbox" {...state}>
        {hasProject ? 'Show your sandbox project' : 'Start a sandbox project'}
      </OnDemandButton>
      <noscript>
        <p>
          The button needs JavaScript. For a setup without it, see{' '}
          <a href={`${setup}#without-an-account`}>Getting started</a>.
        </p>
      </noscript>
    </div>
  );
}

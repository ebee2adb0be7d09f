import React, { type ReactNode } from 'react';
import { hasServerSandbox } from '@site/src/requests/sandbox-home';

interface Props {
  /** How a terminal uses the sandbox of the site's server. */
  readonly children: ReactNode;
}

/** What only a site with a sandbox on its server says; without one, what a reader can use instead. */
export default function ServerSandbox({ children }: Props): ReactNode {
  if (hasServerSandbox()) return children;
  return (
    <p>
      This copy of the site has no server, so terminals, programs and boards cannot reach its
      sandbox. <strong>Try it</strong> on the page of an operation, the MQTT console and the
      simulated device use a sandbox in your browser. To follow the guides in a terminal, use your
      account.
    </p>
  );
}

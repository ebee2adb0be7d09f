import React, { useEffect, useState, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { useLocation } from '@docusaurus/router';
import { PageMetadata } from '@docusaurus/theme-common';
import Heading from '@theme/Heading';
import type { Props } from '@theme/NotFound/Content';
import type { NotFoundHelp } from '@site/src/features/not-found';

/**
 * Replaces the theme's not-found text, which has no links and cannot be extended inside its main landmark. With docs at the
 * root, an unknown path would also have no title. Every page of the docs includes this file, so what needs scripts loads only
 * when it is shown.
 */
export default function NotFoundContent({ className = '' }: Props): ReactNode {
  const { pathname } = useLocation();
  const [Help, setHelp] = useState<typeof NotFoundHelp>();
  useEffect(() => {
    import('@site/src/features/not-found').then(
      (loaded) => setHelp(() => loaded.NotFoundHelp),
      // The links remain.
      () => undefined,
    );
  }, []);
  return (
    <main className={`container margin-vert--lg standalone ${className}`}>
      <PageMetadata title="Page Not Found" />
      <Heading as="h1">Page Not Found</Heading>
      {Help ? <Help path={pathname} /> : <p>There is no page at this address.</p>}
      <p>
        Go to the <Link to="/">guides</Link>, the <Link to="/platform-api/">Platform API</Link> or
        the <Link to="/device/">Device API</Link>.
      </p>
    </main>
  );
}

import React, { type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { PageMetadata } from '@docusaurus/theme-common';
import Heading from '@theme/Heading';
import type { Props } from '@theme/NotFound/Content';

/**
 * Replaces the theme's not-found text, which offers no way on and cannot be added to inside its main landmark. With docs
 * at the root, an unknown path would also show it without its own title.
 */
export default function NotFoundContent({ className = '' }: Props): ReactNode {
  return (
    <main className={`container margin-vert--xl ${className}`}>
      <PageMetadata title="Page Not Found" />
      <div className="row">
        <div className="col col--6 col--offset-3">
          <Heading as="h1" className="hero__title">
            Page Not Found
          </Heading>
          <p>We could not find what you were looking for.</p>
          <p>
            Go to the <Link to="/">home page</Link> or{' '}
            <Link to="/search/">search the documentation</Link>.
          </p>
          <p>
            Please contact the owner of the site that linked you to the original URL and let them
            know their link is broken.
          </p>
        </div>
      </div>
    </main>
  );
}

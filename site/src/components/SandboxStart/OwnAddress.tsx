import React, { useEffect, useRef, type ReactNode } from 'react';
import { sandboxAddress } from '@site/src/sandbox/address';
import { createSubstitution, textNodesOf } from '@site/src/values/text-substitution';

/** The sandbox of a site that `npm start` serves, as pages are written. */
const written = 'http://localhost:3000/sandbox';

const substitute = createSubstitution();

/** Shows the address of this site's sandbox in the code inside of it, whatever host and port the site is on. */
export default function OwnAddress({ children }: { readonly children: ReactNode }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const text = sandboxAddress();
    if (text === '') return;
    for (const code of frame.current?.querySelectorAll('code') ?? []) {
      substitute(textNodesOf(code), (source) =>
        [...source.matchAll(new RegExp(written, 'g'))].map(({ index }) => ({
          start: index,
          end: index + written.length,
          text,
        })),
      );
    }
  }, []);
  return <div ref={frame}>{children}</div>;
}

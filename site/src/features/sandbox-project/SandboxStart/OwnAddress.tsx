import React, { useEffect, useRef, type ReactNode } from 'react';
import { hasServerSandbox } from '@site/src/requests/sandbox-home';
import { sandboxAddress } from '../address';
import { writtenAddress as written } from '@site/src/contracts/sandbox-address';
import { createSubstitution, textNodesOf } from '@site/src/components/text-substitution';

const substitute = createSubstitution();

/** Replaces the sandbox address in the code of its children with the address of this site. */
export default function OwnAddress({ children }: { readonly children: ReactNode }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasServerSandbox()) return;
    const text = sandboxAddress('server');
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

import React, { type ReactNode } from 'react';
import useOnDemand from '@site/src/components/useOnDemand';
import type { Exported } from './portable-requests';
import type { FormProps } from './Form';

const loadForm = () => import('./Form').then(({ default: Form }) => Form);

interface Props {
  /** What is exported: "Export this request". */
  readonly label: string;
  /** Collects the requests. A new function collects them again. */
  readonly collect: () => Promise<Exported>;
}

/** Offers requests as files for other tools. The formats load when the reader is about to open it. */
export default function Export({ label, collect }: Props): ReactNode {
  const { Component, hasFailed, show, preload } = useOnDemand<FormProps>(loadForm);
  return (
    <details
      className="disclosure export"
      onToggle={({ currentTarget }) => currentTarget.open && show()}
      onFocus={preload}
      onPointerEnter={preload}
    >
      <summary>{label}</summary>
      {hasFailed && (
        <p role="alert">The formats could not be loaded. Close this and open it again.</p>
      )}
      {Component && <Component collect={collect} />}
    </details>
  );
}

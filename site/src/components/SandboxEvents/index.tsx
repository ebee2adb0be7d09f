import React, { type ReactNode } from 'react';
import siteConfig from '@generated/docusaurus.config';
import useOnDemand from '@site/src/components/useOnDemand';
import styles from './styles.module.css';

const load = () => import('./Timeline').then((module) => module.default);

/** Offers the events of the reader's sandbox project. Their code loads on use. */
export default function SandboxEvents(): ReactNode {
  const { Component: Timeline, hasFailed, show, preload } = useOnDemand(load);
  if (siteConfig.customFields?.sandboxUrl === '') return null;
  if (Timeline) return <Timeline />;
  return (
    <div className={`${styles.box} js-only`}>
      <button
        type="button"
        className="send__open"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={show}
      >
        Show the events of your sandbox project
      </button>
      {hasFailed && (
        <p role="alert">
          The events could not be loaded. Check your network connection and try again.
        </p>
      )}
    </div>
  );
}

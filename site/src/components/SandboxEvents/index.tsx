import React, { useState, type ReactNode } from 'react';
import siteConfig from '@generated/docusaurus.config';
import type TimelineComponent from './Timeline';
import styles from './styles.module.css';

/** Offers the events of the reader's sandbox project. Their code loads on use. */
export default function SandboxEvents(): ReactNode {
  const [Timeline, setTimeline] = useState<typeof TimelineComponent>();
  const [hasFailed, setHasFailed] = useState(false);
  const show = () => {
    setHasFailed(false);
    import('./Timeline').then(
      (module) => setTimeline(() => module.default),
      () => setHasFailed(true),
    );
  };
  if (siteConfig.customFields?.sandboxUrl === '') return null;
  if (Timeline) return <Timeline />;
  return (
    <div className={`${styles.box} js-only`}>
      <button type="button" onClick={show}>
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

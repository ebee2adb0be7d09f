import React, { useRef, type ReactNode } from 'react';
import CopyButton from './CopyButton';
import styles from './styles.module.css';

export interface Props {
  /** Language of the fence. */
  readonly language: string;
  /** Highlighted source: escaped text with `hljs-*` spans. */
  readonly html: string;
  readonly title?: string;
}

/** A code block with its title, language and copy button. */
export default function CodeBlock({ language, html, title }: Props): ReactNode {
  const code = useRef<HTMLElement>(null);
  const label = title ?? `${language} code`;
  return (
    <div className={styles.block}>
      <div className={styles.bar}>
        <span className={styles.title}>{title ?? language}</span>
        <CopyButton source={() => code.current?.textContent ?? ''} label={label} />
      </div>
      {/* A horizontally scrollable block must be keyboard accessible (WCAG 2.1.1). */}
      <pre className={styles.pre} tabIndex={0} role="group" aria-label={label}>
        <code ref={code} className="hljs" dangerouslySetInnerHTML={{ __html: html }} />
      </pre>
    </div>
  );
}

import React, { useId, type ReactNode } from 'react';
import Marked from '../Marked';

interface Props {
  /** Accessible name of the figure. */
  readonly title: string;
  /** Content of the figure in one or two sentences. */
  readonly summary: string;
  /** Visible caption; backticks mark code. */
  readonly caption: string;
  /** The figure as text, in reading order; backticks mark code. */
  readonly steps: readonly string[];
  /** Height in units; all drawings are 400 units wide. */
  readonly height: number;
  readonly children: ReactNode;
}

/**
 * A drawing with a name, a caption and a description that readers can open. 400 units are at most 464 pixels wide, and the
 * smallest text, 13 units, is over 11 pixels on a screen of 390 pixels.
 */
export default function Figure({
  title,
  summary,
  caption,
  steps,
  height,
  children,
}: Props): ReactNode {
  const id = useId();
  return (
    <figure className="diagram">
      <svg
        viewBox={`0 0 400 ${height}`}
        role="img"
        aria-labelledby={`${id}t`}
        aria-describedby={`${id}d`}
      >
        <title id={`${id}t`}>{title}</title>
        <desc id={`${id}d`}>{summary}</desc>
        {children}
      </svg>
      <figcaption>
        <Marked text={caption} />
        <details>
          <summary>Description of the diagram</summary>
          <ol>
            {steps.map((step) => (
              <li key={step}>
                <Marked text={step} />
              </li>
            ))}
          </ol>
        </details>
      </figcaption>
    </figure>
  );
}

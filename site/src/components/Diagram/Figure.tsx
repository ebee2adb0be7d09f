import React, { useId, type ReactNode } from 'react';
import { withCode } from './shapes';

interface Props {
  /** Name of the picture for assistive technology. */
  readonly title: string;
  /** What it shows, in a sentence or two. */
  readonly summary: string;
  /** Visible line below; backticks mark code. */
  readonly caption: string;
  /** The picture in words, in reading order; backticks mark code. */
  readonly steps: readonly string[];
  /** Height in units; every drawing is 400 units wide. */
  readonly height: number;
  readonly children: ReactNode;
}

/**
 * A drawing with its name, its caption and a description that anyone can open. 400 units at most fill 464 pixels,
 * and the smallest type of 13 units stays above 11 pixels on a screen of 390.
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
      <figcaption>{withCode(caption)}</figcaption>
      <details>
        <summary>Description of the diagram</summary>
        <ol>
          {steps.map((step) => (
            <li key={step}>{withCode(step)}</li>
          ))}
        </ol>
      </details>
    </figure>
  );
}

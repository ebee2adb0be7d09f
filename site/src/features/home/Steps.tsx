import React, { type ReactNode } from 'react';
import { steps } from '../../contracts/home-steps';
import styles from './styles.module.css';

/**
 * The steps of the tour.
 * @param contents what follows the text of each step
 */
export default function Steps({
  contents,
}: {
  readonly contents: readonly ReactNode[];
}): ReactNode {
  return (
    <ol className={styles.steps}>
      {steps.map(({ title, text }, index) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
          {contents[index]}
        </li>
      ))}
    </ol>
  );
}

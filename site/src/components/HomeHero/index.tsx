import React, { type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { entries } from './entries';
import styles from './styles.module.css';

/** Links to the first pages for each kind of reader. */
export default function HomeHero(): ReactNode {
  return (
    <ul className={styles.grid}>
      {entries.map(({ reader, goal, links }) => (
        <li key={reader} className={styles.card}>
          <h2 className={styles.reader}>{reader}</h2>
          <p className={styles.goal}>{goal}</p>
          <ul className={styles.links}>
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

import React, { type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import styles from './styles.module.css';

interface Entry {
  readonly reader: string;
  readonly goal: string;
  readonly links: readonly { readonly to: string; readonly label: string }[];
}

const entries: readonly Entry[] = [
  {
    reader: 'Device engineer',
    goal: 'Connect hardware over HTTPS or MQTT, send data, receive commands, update firmware.',
    links: [
      { to: '/getting-started/project-setup/', label: 'First device, step by step' },
      { to: '/device/', label: 'Device integration' },
      { to: '/device/mqtt-endpoints/', label: 'MQTT endpoints' },
      { to: '/essentials/hardware-checklist/', label: 'Hardware checklist' },
    ],
  },
  {
    reader: 'Back-end developer',
    goal: 'Manage nodes, query and aggregate data, send commands, issue access tokens.',
    links: [
      { to: '/getting-started/#build-a-back-end', label: 'Build a back end' },
      { to: '/getting-started/#without-an-account', label: 'Sandbox, without an account' },
      { to: '/platform-api/', label: 'Platform API' },
      { to: '/features/access-tokens/', label: 'Access tokens' },
    ],
  },
  {
    reader: 'Evaluator',
    goal: 'See how the parts fit, what each feature does and which limits apply.',
    links: [
      { to: '/anedya-overview/', label: 'Platform overview' },
      { to: '/essentials/architecture/', label: 'Architecture' },
      { to: '/features/', label: 'All features' },
      { to: '/getting-started/#without-an-account', label: 'Try it in the sandbox' },
    ],
  },
];

/** Sends each kind of reader to the pages made for them. */
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

import React, { useState, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { entries, steps } from '../../contracts/home-steps';
import useOnDemand, { OnDemandButton } from '@site/src/components/useOnDemand';
import Steps from './Steps';
import styles from './styles.module.css';

/** A symbol of `static/img/icons.svg`, in the color of the text. */
export function Icon({ name }: { readonly name: string }): ReactNode {
  return (
    <svg className={styles.icon} aria-hidden="true">
      <use href={`${useBaseUrl('/img/icons.svg')}#${name}`} />
    </svg>
  );
}

/** What the reader has done in the tour: the steps that are complete, and the value that they sent. */
export interface Progress {
  readonly step: number;
  readonly value?: number | undefined;
}

/** Symbol and name. */
const boxes = [
  ['device', 'Device'],
  ['cloud', 'Anedya'],
  ['app', 'Your app'],
];

/** The flow of messages. The value that the reader sends appears in it. */
function Picture({ step, value }: Progress): ReactNode {
  const icons = useBaseUrl('/img/icons.svg');
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 440 100"
      role="img"
      aria-label="A device sends values to Anedya, where your app reads them. Commands go the other way."
    >
      {boxes.map(([icon, name], index) => (
        <g key={icon} transform={`translate(${index * 177 + 1} 3)`}>
          <rect width="84" height="94" rx="12" />
          <use href={`${icons}#${icon}`} x="26" y="14" width="32" height="32" />
          <text x="42" y="74">
            {name}
          </text>
        </g>
      ))}
      {[85, 262].map((x, index) => (
        <g key={x} transform={`translate(${x} 0)`}>
          <text x="46" y="26" className={step > index + 1 ? styles.sent : undefined}>
            {step > index + 1 ? (value ?? 'values') : 'values'}
          </text>
          <path d="M6 38h80m-6-5 6 5-6 5" />
          <path d="M86 64H6m6-5-6 5 6 5" />
          <text x="46" y="84">
            commands
          </text>
        </g>
      ))}
    </svg>
  );
}

const load = () => import('./LiveSteps').then((module) => module.default);

/** The steps of the tour, with a button that loads the code to run them. */
function Tour({ onProgress }: { readonly onProgress: (progress: Progress) => void }): ReactNode {
  const { Component: Live, ...state } = useOnDemand(load);
  if (Live) return <Live onProgress={onProgress} />;
  return (
    <Steps
      contents={[
        <OnDemandButton key="create" what="The tour" {...state}>
          {steps[0].title}
        </OnDemandButton>,
      ]}
    />
  );
}

/** The picture of the platform, a tour that runs in the sandbox, and the first pages for each kind of reader. */
export default function HomeHero(): ReactNode {
  const [progress, setProgress] = useState<Progress>({ step: 0 });
  return (
    <>
      <Picture {...progress} />
      <section className={styles.tour} aria-label="Try it in the sandbox">
        <Tour onProgress={setProgress} />
        <noscript>
          These steps need JavaScript. <a href="#how-a-measurement-travels">Use commands</a>{' '}
          instead.
        </noscript>
      </section>
      <ul className={styles.grid}>
        {entries.map(({ reader, icon, goal, links }) => (
          <li key={reader} className={styles.card}>
            <h2 className={styles.reader}>
              <Icon name={icon} />
              {reader}
            </h2>
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
    </>
  );
}

import React, { useState, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { entries, steps } from '../../contracts/home-steps';
import useOnDemand, { OnDemandButton } from '@site/src/components/useOnDemand';
import DocItemTOCMobile from '@theme-original/DocItem/TOC/Mobile';
import Greenhouse from './Greenhouse';
import type { LiveStepsProps } from './LiveSteps';
import type { Progress } from './progress';
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

const load = () => import('./LiveSteps').then((module) => module.default);

/** The steps of the tour, with a button that loads the code to run them. */
function Tour({ onProgress }: LiveStepsProps): ReactNode {
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

/**
 * Where to start, the greenhouse, a tour that runs in the sandbox, the first pages for each kind of reader, and the table of
 * contents of the text that follows.
 */
export default function HomeHero(): ReactNode {
  const [progress, setProgress] = useState<Progress>();
  return (
    <>
      <div className={styles.actions}>
        <Link to="/getting-started/#without-an-account">Start without an account</Link>
        <Link to="/getting-started/">Quickstart</Link>
      </div>
      <Greenhouse progress={progress} />
      <section className={styles.tour} aria-label="Try it in the sandbox">
        <Tour onProgress={setProgress} />
        <noscript>
          These steps need JavaScript. <a href="#how-a-measurement-travels">Use commands</a>{' '}
          instead.
        </noscript>
      </section>
      <ul className={styles.grid}>
        {entries.map(({ reader, icon, goal, links }) => (
          <li key={reader}>
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
      <DocItemTOCMobile />
    </>
  );
}

import React, { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import '@site/src/components/Send/styles.css';
import type { MqttFacts } from '@site/src/mqtt-console/facts';
import useMqttFacts from '@site/src/mqtt-console/use-facts';
import { useSandboxWait } from '@site/src/sandbox/wait';
import { Greenhouse } from '@site/src/simulated-device/greenhouse';
import { Marked } from '../Send/JsonView';
import { BackEnd } from './BackEnd';
import DevicePanel from './DevicePanel';
import Wire from './Wire';
import './styles.css';

interface Props {
  readonly facts: MqttFacts;
  readonly operations: string;
}

/** The device, the back end that uses it, and everything that passes between them. It stops with the page. */
function Simulator({ facts, operations }: Props): ReactNode {
  const [greenhouse] = useState(() => new Greenhouse(facts, operations));
  const state = useSyncExternalStore(
    greenhouse.subscribe,
    greenhouse.getState,
    greenhouse.getState,
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const wait = useSandboxWait();
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    const leave = () => greenhouse.dispose();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [greenhouse]);
  const { problem } = state;
  return (
    <section className="runner device" aria-labelledby="greenhouse-device" data-as-is>
      <h3 id="greenhouse-device" ref={heading} tabIndex={-1}>
        Simulated greenhouse
      </h3>
      <DevicePanel greenhouse={greenhouse} state={state} wait={wait} />
      {problem && (
        <div className="runner__note" role="alert">
          <p>
            <strong>{problem.title}.</strong> {problem.message}
          </p>
          <p>
            <strong>Fix.</strong> <Marked text={problem.hint} />
          </p>
        </div>
      )}
      <BackEnd greenhouse={greenhouse} state={state} />
      <Wire entries={state.wire} samples={facts.samples} />
    </section>
  );
}

/** Renders the device after the topics and operations of the document have loaded. */
export default function Loader(): ReactNode {
  const operations = useBaseUrl('/operations/platform/');
  const facts = useMqttFacts();
  if (facts === 'failed') {
    return <p role="alert">The topics could not be loaded. Reload the page and try again.</p>;
  }
  return facts && <Simulator facts={facts} operations={operations} />;
}

import React, { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { useChosenProgram } from '@site/src/features/samples';
import '@site/src/css/send.css';
import '@site/src/css/live.css';
import { connectDevice, indentedBody, useMqttFacts } from '@site/src/features/mqtt-console';
import type { MqttFacts } from '@site/src/contracts/mqtt-facts';
import { useSandboxWait } from '@site/src/features/sandbox-project';
import { Greenhouse } from './greenhouse';
import { wireLength, type WireEntry } from './wire';
import { onChange } from '@site/src/requests/values-choice';
import Marked from '@site/src/components/Marked';
import { BackEnd } from './BackEnd';
import DeviceTabs from './DeviceTabs';
import './styles.css';

const ways = { out: 'Device', in: 'Broker', http: 'Back end' } as const;

type Samples = MqttFacts['samples'];

/** Name of the program that the reader has chosen in a group, else of the first one. */
function useSampleNames(samples: Samples): Readonly<Record<'http' | 'mqtt', string>> {
  const http = useChosenProgram('http');
  const mqtt = useChosenProgram('mqtt');
  const name = (group: 'http' | 'mqtt', id = '') =>
    samples[group][id] ?? Object.values(samples[group])[0] ?? '';
  return { http: name('http', http), mqtt: name('mqtt', mqtt) };
}

interface ItemProps {
  readonly entry: WireEntry;
  readonly names: Readonly<Record<'http' | 'mqtt', string>>;
}

function Item({ entry, names }: ItemProps): ReactNode {
  const { at, way, name, detail, body, isBad, reference } = entry;
  const { title, page, samples } = reference;
  const date = new Date(at);
  return (
    <li>
      <div className="device__line">
        <time dateTime={date.toISOString()}>{date.toLocaleTimeString('en-GB')}</time>
        <span className={`live-kind live-kind--${way}`}>{ways[way]}</span>
        <strong>{name}</strong>
        <span className={isBad ? 'tone--bad' : undefined}>{detail}</span>
        <span className="device__links">
          <Link to={page}>{title}</Link>
          {samples && (
            <Link
              to={`${page}#code-samples`}
              aria-label={`Code sample of ${title} in ${names[samples]}`}
            >
              {names[samples]}
            </Link>
          )}
        </span>
      </div>
      {body !== '' && (
        <details className="disclosure">
          <summary>
            <code translate="no">{body.slice(0, 120)}</code>
          </summary>
          <pre tabIndex={0} aria-label={`Body of ${name} ${detail}`} role="group">
            <code translate="no">{indentedBody(body)}</code>
          </pre>
        </details>
      )}
    </li>
  );
}

interface WireProps {
  /** Oldest first. */
  readonly entries: readonly WireEntry[];
  readonly samples: Samples;
}

/** Names of packets that only keep a connection alive or acknowledge. */
const quiet: readonly string[] = ['PINGREQ', 'PINGRESP', 'PUBACK'];

/** Packets of the device and requests of the back end, newest first. */
function Wire({ entries, samples }: WireProps): ReactNode {
  const [showsAll, setShowsAll] = useState(false);
  const names = useSampleNames(samples);
  if (entries.length === 0) return null;
  const shown = entries.filter(({ name }) => showsAll || !quiet.includes(name)).reverse();
  return (
    <div className="device__wire">
      <div className="runner__line">
        <h4 id="device-wire">Messages</h4>
        <label className="device__check">
          <input
            type="checkbox"
            checked={showsAll}
            onChange={({ target }) => setShowsAll(target.checked)}
          />{' '}
          Show acknowledgments
        </label>
      </div>
      <p className="runner__hint">
        {`MQTT packets of the device and HTTP requests of the back end, newest first, up to ${wireLength}. Each has a link to its reference and, for operations, to a code sample in your language.`}
      </p>
      <ol className="live-timeline" tabIndex={0} aria-labelledby="device-wire">
        {shown.map((entry) => (
          <Item key={entry.id} entry={entry} names={names} />
        ))}
      </ol>
    </div>
  );
}

interface Props {
  readonly facts: MqttFacts;
  readonly operations: string;
}

/** The device, the back end that uses it, and everything that passes between them. It stops with the page. */
function Simulator({ facts, operations }: Props): ReactNode {
  const [greenhouse] = useState(() => new Greenhouse(facts, operations, connectDevice));
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
    const stopFollowing = onChange(greenhouse.followProject);
    return () => {
      stopFollowing();
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [greenhouse]);
  const { problem } = state;
  return (
    <section className="tool runner device" aria-labelledby="greenhouse-device" data-as-is>
      <h3 id="greenhouse-device" ref={heading} tabIndex={-1}>
        Simulated greenhouse
      </h3>
      <DeviceTabs greenhouse={greenhouse} state={state} wait={wait} />
      {problem && (
        <div className="note note--error" role="alert">
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

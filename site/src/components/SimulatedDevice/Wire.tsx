import React, { useState, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { useChosenProgram } from '@site/src/components/Samples/choice';
import type { MqttFacts } from '@site/src/mqtt-console/facts';
import { wireLength, type WireEntry } from '@site/src/simulated-device/wire';

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

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
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
        <span className={`device__way device__way--${way}`}>{ways[way]}</span>
        <strong>{name}</strong>
        <span className={isBad ? 'runner__status--bad' : undefined}>{detail}</span>
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
        <details>
          <summary>
            <code>{body.slice(0, 120)}</code>
          </summary>
          <pre tabIndex={0} aria-label={`Body of ${name} ${detail}`} role="group">
            <code>{pretty(body)}</code>
          </pre>
        </details>
      )}
    </li>
  );
}

interface Props {
  /** Oldest first. */
  readonly entries: readonly WireEntry[];
  readonly samples: Samples;
}

/** Names of packets that only keep a connection alive or acknowledge. */
const quiet: readonly string[] = ['PINGREQ', 'PINGRESP', 'PUBACK'];

/** Packets of the device and requests of the back end, newest first. */
export default function Wire({ entries, samples }: Props): ReactNode {
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
          Show acknowledgements
        </label>
      </div>
      <p className="runner__hint">
        {`MQTT packets of the device and HTTP requests of the back end, newest first, up to ${wireLength}. Each has a link to its reference and, for operations, to a code sample in your language.`}
      </p>
      <ol tabIndex={0} aria-labelledby="device-wire">
        {shown.map((entry) => (
          <Item key={entry.id} entry={entry} names={names} />
        ))}
      </ol>
    </div>
  );
}

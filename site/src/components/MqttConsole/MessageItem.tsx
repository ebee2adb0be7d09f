import React, { type ReactNode } from 'react';
import type { Entry, InEntry, OutEntry } from '@site/src/mqtt-console/entry';
import { textField } from '@site/src/mqtt-console/request-id';
import Body from './Body';
import CommandAnswers from './CommandAnswers';
import Time from './Time';
import type { Reporting } from './use-reports';

interface Props {
  readonly entry: InEntry | OutEntry;
  /** All entries that show, for the other half of an exchange. */
  readonly all: readonly Entry[];
  /** Of the device's topics. */
  readonly prefix: string;
  readonly reporting: Reporting | undefined;
}

/** What the broker said of a request. */
function Acknowledgement({ ack }: Pick<OutEntry, 'ack'>): ReactNode {
  if (!ack) return <span>waiting for the acknowledgement</span>;
  const code = ack.code === undefined ? '' : `reason code ${ack.code} `;
  return (
    <span className={ack.isGood ? undefined : 'runner__status--bad'}>{`${code}${ack.text}`}</span>
  );
}

const shortTopic = (topic: string, prefix: string) =>
  topic.startsWith(prefix) ? `…/${topic.slice(prefix.length)}` : topic;

/** The request of an answer, or the answer of a request, told in a line. */
function otherHalf({ entry, all, prefix }: Props): string | undefined {
  const id = entry.kind === 'in' ? entry.answers : entry.answeredBy;
  const other = all.find((candidate) => candidate.kind !== 'http' && candidate.id === id);
  if (id === undefined || other?.kind !== (entry.kind === 'in' ? 'out' : 'in')) return undefined;
  const milliseconds = Math.abs(entry.at - other.at);
  return entry.kind === 'in'
    ? `answers ${shortTopic(other.topic, prefix)} after ${milliseconds} ms`
    : 'answered';
}

/** One message, in or out. */
export default function MessageItem(props: Props): ReactNode {
  const { entry, prefix, reporting } = props;
  const { kind, at, topic, qos, text } = entry;
  const name = shortTopic(topic, prefix);
  const half = otherHalf(props);
  const commandId =
    kind === 'in' && entry.answers === undefined ? textField(text, 'commandId') : undefined;
  return (
    <li>
      <div className="mqtt__meta">
        <Time at={at} />
        <span className={`mqtt__kind mqtt__kind--${kind}`}>{kind === 'in' ? 'In' : 'Out'}</span>
        <code title={topic}>{name}</code>
        <span>{`QoS ${qos}`}</span>
        {kind === 'out' && <Acknowledgement ack={entry.ack} />}
        {half !== undefined && <span>{half}</span>}
      </div>
      <Body text={text} label={`message on ${name}`} />
      {commandId !== undefined && reporting && (
        <CommandAnswers commandId={commandId} reporting={reporting} />
      )}
    </li>
  );
}

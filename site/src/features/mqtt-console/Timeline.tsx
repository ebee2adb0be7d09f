import React, { useCallback, type ReactNode } from 'react';
import type { JsonValue } from '@anedya-docs/openapi-model';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { CopyButton } from '@site/src/components/CodeBlock';
import { Export } from '@site/src/features/request-runner';
import { JsonLines } from '@site/src/requests/ResponseJson';
import { sizeText } from '@site/src/requests/result-text';
import useKeptFocus from '@site/src/components/useKeptFocus';
import type { ConsoleSession, ConsoleState } from './console-session';
import { ownTopic } from './facts';
import type { MqttFacts } from '@site/src/contracts/mqtt-facts';
import {
  nextReports,
  reportedState,
  timelineLength,
  type Entry,
  type HttpEntry,
  type InEntry,
  type OutEntry,
  type Report,
} from './timeline';
import { demoNode } from '@site/src/features/sandbox-project';
import { indentedBody, newRequestId, textField } from './requests';

/** Time of an entry. @param at milliseconds since 1970 */
function Time({ at }: { readonly at: number }): ReactNode {
  const date = new Date(at);
  return <time dateTime={date.toISOString()}>{date.toLocaleTimeString('en-GB')}</time>;
}

interface BodyProps {
  readonly text: string;
  /** True when the text is initially collapsed, whatever its length. */
  readonly isClosed?: boolean;
  /** Accessible name. */
  readonly label: string;
}

/** Maximum lines of an expanded body, and maximum characters of a body with syntax colors. */
const longest = { open: 14, colored: 20_000 };

/** The value of indented JSON; undefined if printing it would change a number, an escape or a name. */
function exactValue(pretty: string): JsonValue | undefined {
  try {
    const json = JSON.parse(pretty) as JsonValue;
    return JSON.stringify(json, null, 2) === pretty ? json : undefined;
  } catch {
    return undefined;
  }
}

/** The body of a message; JSON is indented and a long body is collapsed. */
function Body({ text, isClosed = false, label }: BodyProps): ReactNode {
  const pretty = indentedBody(text);
  const json = pretty.length > longest.colored ? undefined : exactValue(pretty);
  const lines = pretty.split('\n').length;
  if (text === '') return <p className="runner__hint">Empty body.</p>;
  const body = (
    <div className="mqtt__body">
      <pre tabIndex={0} role="group" aria-label={label}>
        <code translate="no" className="hljs">
          {json === undefined ? pretty : <JsonLines value={json} part="" fields={[]} indent="" />}
        </code>
      </pre>
      <CopyButton source={() => pretty} label={label} />
    </div>
  );
  if (!isClosed && lines <= longest.open) return body;
  return (
    <details className="disclosure">
      <summary>{`Body, ${sizeText(new TextEncoder().encode(text).length)}`}</summary>
      {body}
    </details>
  );
}

/** An HTTP request that a page of this tab sent. */
function HttpItem({ at, past }: HttpEntry): ReactNode {
  const { title, page, result, succeeded: worked, milliseconds, body } = past;
  return (
    <li>
      <div className="mqtt__meta">
        <Time at={at} />
        <span className="live-kind live-kind--http">HTTP</span>
        <Link to={page}>{title}</Link>
        <span className={worked ? 'tone--good' : 'tone--bad'}>
          {result}
          {milliseconds !== undefined && ` · ${milliseconds} ms`}
        </span>
      </div>
      {body !== '' && <Body text={body} isClosed label={`body of ${title}`} />}
    </li>
  );
}

/** Status reports for a received command. */
interface StatusReports {
  /** Last reported state; undefined before the first report. */
  readonly stateOf: (commandId: string) => string | undefined;
  readonly next: (state: string | undefined) => readonly Report[];
  readonly report: (commandId: string, status: Report) => void;
}

/** Status reports of the connected device; undefined without a device or without an operation for them. */
export function useReports(
  facts: MqttFacts,
  session: ConsoleSession,
  { entries, project }: ConsoleState,
): StatusReports | undefined {
  const operation = facts.operations.find(({ id }) => id === 'commands-update-status');
  const node = project && demoNode(project);
  if (!operation || !node) return undefined;
  const topic = ownTopic(operation.topic, node.deviceId);
  return {
    stateOf: (commandId) => reportedState(entries, topic, commandId),
    next: nextReports,
    report: (commandId, status) =>
      session.publish(topic, JSON.stringify({ reqId: newRequestId(), commandId, status }), 1),
  };
}

interface CommandReportsProps {
  readonly commandId: string;
  readonly reporting: StatusReports;
}

/** Buttons that publish a status update for a received command. */
function CommandReports({ commandId, reporting }: CommandReportsProps): ReactNode {
  const state = reporting.stateOf(commandId);
  const next = reporting.next(state);
  return (
    <div className="mqtt__reports" role="group" aria-label="Report the status">
      <span className="runner__hint">
        {state === undefined ? 'Report:' : `Reported: ${state}.`}
        {next.length === 0 && ' The command is complete.'}
      </span>
      {next.map((report, index) => (
        <button
          key={report}
          // The focus moves from a state to the next one.
          id={index === 0 ? `report-${commandId}` : undefined}
          type="button"
          className="control control--small"
          onClick={() => reporting.report(commandId, report)}
        >
          {report}
        </button>
      ))}
    </div>
  );
}

interface MessageItemProps {
  readonly entry: InEntry | OutEntry;
  /** All visible entries, used to find the other message of an exchange. */
  readonly all: readonly Entry[];
  /** Prefix of the device's topics. */
  readonly prefix: string;
  readonly reporting: StatusReports | undefined;
}

/** The broker's acknowledgment of a published request. */
function Acknowledgment({ ack }: Pick<OutEntry, 'ack'>): ReactNode {
  if (!ack) return <span>waiting for acknowledgment</span>;
  const code = ack.code === undefined ? '' : `reason code ${ack.code} `;
  return <span className={ack.isGood ? undefined : 'tone--bad'}>{`${code}${ack.text}`}</span>;
}

const shortTopic = (topic: string, prefix: string) =>
  topic.startsWith(prefix) ? `…/${topic.slice(prefix.length)}` : topic;

/** The other message of an exchange: the request for a response, or the response to a request. */
function exchangeText({ entry, all, prefix }: MessageItemProps): string | undefined {
  const id = entry.kind === 'in' ? entry.requestId : entry.responseId;
  const other = all.find((candidate) => candidate.kind !== 'http' && candidate.id === id);
  if (id === undefined || other?.kind !== (entry.kind === 'in' ? 'out' : 'in')) return undefined;
  const milliseconds = Math.abs(entry.at - other.at);
  return entry.kind === 'in'
    ? `response to ${shortTopic(other.topic, prefix)} after ${milliseconds} ms`
    : 'response received';
}

/** A published or received message. */
function MessageItem(props: MessageItemProps): ReactNode {
  const { entry, prefix, reporting } = props;
  const { kind, at, topic, qos, text } = entry;
  const name = shortTopic(topic, prefix);
  const half = exchangeText(props);
  const warning = kind === 'in' ? textField(text, 'warning') : undefined;
  const commandId =
    kind === 'in' && entry.requestId === undefined ? textField(text, 'commandId') : undefined;
  return (
    <li>
      <div className="mqtt__meta">
        <Time at={at} />
        <span className={`live-kind live-kind--${kind}`}>{kind === 'in' ? 'In' : 'Out'}</span>
        <code translate="no" title={topic}>
          {name}
        </code>
        <span>{`QoS ${qos}`}</span>
        {kind === 'out' && <Acknowledgment ack={entry.ack} />}
        {half !== undefined && <span>{half}</span>}
      </div>
      {warning !== undefined && (
        <p className="tone--bad">
          <strong>Warning.</strong> {warning}
        </p>
      )}
      <Body text={text} label={`message on ${name}`} />
      {commandId !== undefined && reporting && (
        <CommandReports commandId={commandId} reporting={reporting} />
      )}
    </li>
  );
}

interface Props {
  /** Newest first. */
  readonly entries: readonly Entry[];
  readonly facts: MqttFacts;
  readonly deviceId: string | undefined;
  readonly reporting: StatusReports | undefined;
  readonly onClear: () => void;
}

function Item(props: Omit<Props, 'entries' | 'onClear'> & { entry: Entry; all: readonly Entry[] }) {
  const { entry, all, facts, deviceId, reporting } = props;
  const { topicPrefix } = facts;
  if (entry.kind === 'http') return <HttpItem {...entry} />;
  if (entry.kind === 'note') {
    return (
      <li className="mqtt__note">
        <Time at={entry.at} />{' '}
        <span className={entry.isGood ? undefined : 'tone--bad'}>{entry.text}</span>
      </li>
    );
  }
  const prefix = deviceId === undefined ? topicPrefix : ownTopic(topicPrefix, deviceId);
  return <MessageItem entry={entry} all={all} prefix={prefix} reporting={reporting} />;
}

/** Published and received messages and the HTTP requests of this tab, newest first. */
export default function Timeline(props: Props): ReactNode {
  const { entries, onClear, ...shared } = props;
  const { facts } = shared;
  const kept = useKeptFocus<HTMLDivElement>();
  const folder = useBaseUrl('/operations/');
  const collect = useCallback(
    () =>
      import(/* webpackExports: "exportHistory" */ '@site/src/features/request-runner').then(
        ({ exportHistory }) =>
          exportHistory(
            folder,
            entries.flatMap((entry) => (entry.kind === 'http' ? [entry.past] : [])),
            { facts, entries: entries.filter((entry) => entry.kind === 'out').reverse() },
          ),
      ),
    [folder, entries, facts],
  );
  const isEmpty = entries.every(({ kind }) => kind !== 'http' && kind !== 'out');
  return (
    <div {...kept} className="mqtt__timeline" tabIndex={-1}>
      <div className="runner__line">
        <h4>Timeline</h4>
        {entries.length > 0 && (
          <button type="button" className="control control--small" onClick={onClear}>
            Clear
          </button>
        )}
      </div>
      <p className="runner__hint">
        {entries.length === 0
          ? 'Messages and HTTP requests from this tab appear here, newest first.'
          : `Newest first, up to ${timelineLength} entries. “…” is the topic prefix of the device.`}
      </p>
      {!isEmpty && <Export label="Export these requests" collect={collect} />}
      {entries.length > 0 && (
        <ol className="live-timeline">
          {entries.map((entry) => (
            <Item
              key={entry.kind === 'http' ? entry.past.id : entry.id}
              {...shared}
              entry={entry}
              all={entries}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

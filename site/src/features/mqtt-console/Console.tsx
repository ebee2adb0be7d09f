import React, {
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { outcomeText, resultOf } from '@site/src/requests/result-text';
import '@site/src/css/send.css';
import '@site/src/css/live.css';
import { browser } from '@site/src/requests/browser';
import {
  pastRequests,
  addToHistory,
  type PastRequest,
  bodyWithoutSecrets,
} from '@site/src/features/request-runner';
import { sendCommand, textField, type SentCommand } from './requests';
import { timeline, type MqttEntry } from './timeline';
import { loadOperation, type OperationData } from '@site/src/requests/operation';
import {
  demoNode,
  type SandboxProject,
  openSandboxProject,
  sandboxProject,
  SandboxError,
  sandboxHint,
} from '@site/src/features/sandbox-project';
import { ConsoleSession } from './console-session';
import { connectDevice } from './device-client';
import type { MqttFacts } from '@site/src/contracts/mqtt-facts';
import useMqttFacts from './use-facts';
import { onChange } from '../../requests/values-choice';
import Connection from './Connection';
import Publish from './Publish';
import Timeline, { useReports } from './Timeline';
import './styles.css';

/** HTTP requests of this tab, read again when the window gets the focus. */
function useTabRequests() {
  const [list, setList] = useState(pastRequests);
  useEffect(() => {
    const read = () => setList(pastRequests());
    window.addEventListener('focus', read);
    return () => window.removeEventListener('focus', read);
  }, []);
  const recordRequest = (request: PastRequest) => setList(addToHistory(request));
  return { list, recordRequest };
}

/** Announces the newest message to screen readers; the timeline shows it. */
function Arrivals({ entries }: { readonly entries: readonly MqttEntry[] }): ReactNode {
  const last = entries.findLast(({ kind }) => kind === 'in');
  const topic = last?.kind === 'in' ? last.topic.split('/').slice(3).join('/') : '';
  // A command that the platform pushes has no request id.
  const id = ['reqId', 'commandId'].flatMap((name) =>
    last?.kind === 'in' ? (textField(last.text, name) ?? []) : [],
  )[0];
  return (
    <p className="spoken" aria-live="polite">
      {topic !== '' && `Received: ${topic} ${id ?? ''}`}
    </p>
  );
}

interface SendCommandProps {
  readonly project: SandboxProject | undefined;
  readonly isConnected: boolean;
  readonly onSent: (request: PastRequest) => void;
}

function pastRequest(
  { api, id, title, page }: OperationData,
  made: SentCommand,
): PastRequest | undefined {
  const { outcome, server, scheme, body } = made;
  if (outcome.kind === 'canceled') return undefined;
  return {
    id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
    api,
    operation: id,
    title,
    page,
    server,
    scheme,
    body,
    portableBody: bodyWithoutSecrets(body),
    at: Date.now(),
    ...resultOf(outcome),
  };
}

function wordsOf({ outcome }: SentCommand): string {
  if (outcome.kind === 'failure') return `${outcome.title}. ${outcome.message} ${outcome.hint}`;
  if (outcome.kind === 'canceled' || outcome.status < 400) return outcomeText(outcome);
  return [`${outcomeText(outcome)}.`, sandboxHint(outcome)?.hint].filter(Boolean).join(' ');
}

function advice(project: SandboxProject | undefined, isConnected: boolean): string {
  if (!project) return 'Connect first to create a sandbox project with a device.';
  return isConnected ? '' : 'Connect first to receive the command immediately.';
}

/** Sends a command to the device like a back end: over HTTP, with the API key of the project. */
function SendCommand({ project, isConnected, onSent }: SendCommandProps): ReactNode {
  const prefix = useId();
  const address = useBaseUrl('/operations/platform/commands-send.json');
  const page = useBaseUrl('/platform-api/commands-send/');
  const [command, setCommand] = useState('set-led');
  const [data, setData] = useState('on');
  const [isSending, setIsSending] = useState(false);
  const [words, setWords] = useState('');
  const nodeId = project && demoNode(project)?.nodeId;
  // The result applies only to the connection and the node that the command was sent to.
  const target = `${isConnected} ${nodeId}`;
  const [wordsOn, setWordsOn] = useState(target);
  if (wordsOn !== target) {
    setWordsOn(target);
    setWords('');
  }

  const perform = async () => {
    if (!project || isSending) return;
    setIsSending(true);
    setWords('');
    try {
      const operation = await loadOperation(address);
      const made = await sendCommand(operation, project, { command, data }, browser(), Date.now());
      const past = pastRequest(operation, made);
      if (past) onSent(past);
      setWords(wordsOf(made));
    } catch {
      setWords('The operation could not be loaded. Check your network connection and try again.');
    }
    setIsSending(false);
  };
  const fields = [
    { name: 'Command', value: command, set: setCommand },
    { name: 'Data', value: data, set: setData },
  ];
  return (
    <div className="mqtt__panel">
      <h4>Send a command to this device</h4>
      <p className="runner__hint">
        Uses <Link to={page}>Send a command</Link> over HTTP with the API key of the project, as a
        back end would.
      </p>
      <div className="mqtt__pair">
        {fields.map(({ name, value, set }) => (
          <div key={name} className="runner__field">
            <label htmlFor={prefix + name}>{name}</label>
            <input
              id={prefix + name}
              className="control control--field control--code"
              value={value}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onChange={({ target }) => set(target.value)}
            />
          </div>
        ))}
      </div>
      <div className="runner__actions">
        <button
          type="button"
          className="control control--main"
          aria-disabled={!project || isSending}
          aria-describedby={`${prefix}result`}
          onClick={() => void perform()}
        >
          {isSending ? 'Sending…' : 'Send command'}
        </button>
      </div>
      <p id={`${prefix}result`} className="runner__advice" aria-live="polite">
        {words !== '' ? words : advice(project, isConnected)}
      </p>
    </div>
  );
}

const items = [
  'QoS 2: subscriptions are granted QoS 1, and publishing with QoS 2 closes the connection.',
  'Persistent sessions: a session ends with its connection. Devices request what they missed.',
  'Retained messages, and messages between devices.',
  'Topic aliases, subscription identifiers, shared subscriptions, enhanced authentication, client ids from the broker, session expiry above 0, will delay.',
  'Message expiry, response topic, correlation data, user properties, content type, payload format and subscription options: accepted and ignored.',
  'MQTT 3.1 and bridges.',
];

/** Limits of the sandbox broker (`packages/sandbox/src/mqtt/README.md`) and of the console. */
function Limits(): ReactNode {
  return (
    <details className="disclosure mqtt__limits">
      <summary>Limits of the sandbox broker and of this console</summary>
      <p>The sandbox broker does not support:</p>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>
        The console stays connected for 10 minutes while you visit other pages in this tab, and
        disconnects when you close the tab. A reload clears the timeline. The connection key is sent
        only to the sandbox.
      </p>
    </details>
  );
}

let session: ConsoleSession | undefined;

/** The session of this tab. It keeps its entries until the tab loads another document. */
function browserSession(facts: MqttFacts): ConsoleSession {
  if (session) return session;
  const made = new ConsoleSession(facts, {
    connect: connectDevice,
    openProject: openSandboxProject,
    watchProject: (listener) => {
      listener(sandboxProject());
      onChange(() => listener(sandboxProject()));
    },
    projectProblem: (error) => {
      if (error instanceof SandboxError) return error;
      return {
        title: 'Could not open the sandbox project',
        message: String(error),
        hint: 'Reload the page and connect again.',
      };
    },
    now: Date.now,
    setTimer: browser().setTimer,
  });
  window.addEventListener('pagehide', () => made.disconnect());
  session = made;
  return made;
}

/** Disconnects the device of this tab. */
export const disconnect = (): void => session?.disconnect();

interface Props {
  readonly facts: MqttFacts;
  /** False for a console that was open when the reader left the page. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

/** MQTT console: what a device of the tab's sandbox project publishes and receives, and the HTTP requests of the tab. */
function Console({ facts, takesFocus, onClose }: Props): ReactNode {
  const session = browserSession(facts);
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState);
  const requests = useTabRequests();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    session.arrive();
    return () => session.leave();
  }, [session]);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const { link, project, entries } = state;
  const isConnected = link.kind === 'connected';
  const node = project && demoNode(project);
  const entriesShown = timeline(entries, requests.list, state.clearedAt);
  const reporting = useReports(facts, session, state);
  return (
    <section className="tool runner mqtt" aria-labelledby="mqtt-console" data-as-is>
      <div className="runner__head">
        <h3 id="mqtt-console" ref={heading} tabIndex={-1}>
          MQTT console
        </h3>
        <button type="button" className="control control--small" onClick={onClose}>
          Close
        </button>
      </div>
      <Connection session={session} state={state} />
      <div className="mqtt__actions">
        <Publish
          facts={facts}
          project={project}
          entries={entries}
          isConnected={isConnected}
          onPublish={(topic, text, qos) => session.publish(topic, text, qos)}
        />
        <SendCommand project={project} isConnected={isConnected} onSent={requests.recordRequest} />
      </div>
      <Timeline
        entries={entriesShown}
        facts={facts}
        deviceId={node?.deviceId}
        reporting={isConnected ? reporting : undefined}
        onClear={() => session.clear()}
      />
      <Arrivals entries={entries} />
      <Limits />
    </section>
  );
}

/** Renders the console after the topics and operations of the document have loaded. */
export default function Loader(props: Omit<Props, 'facts'>): ReactNode {
  const facts = useMqttFacts();
  if (facts === 'failed') {
    return <p role="alert">The topics could not be loaded. Reload the page and try again.</p>;
  }
  return facts && <Console {...props} facts={facts} />;
}

import React, { useEffect, useId, useState, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import BodyEditor from '@site/src/components/BodyEditor';
import { ownTopic, type MqttFacts } from '@site/src/mqtt-console/facts';
import {
  newRequestId,
  requestBody,
  requestId,
  textField,
  withRequestId,
} from '@site/src/mqtt-console/requests';
import type { MqttEntry } from '@site/src/mqtt-console/timeline';
import { bodyCheck, type BodyCheck } from '@site/src/runner/body/body-errors';
import { loadCall, loadValidator, type Call } from '@site/src/runner/call';
import { demoNode, type SandboxProject } from '@site/src/sandbox/project-data';

/** The operation that is selected first. */
const firstCall = 'submitdata';

/** A request of the guides that no document describes (reference/device-api.md, 6). */
const guideSuffix = 'heartbeat/json';

/** Id of the command that arrived last. */
function lastCommand(entries: readonly MqttEntry[]): string | undefined {
  const last = entries.findLast(
    (entry) => entry.kind === 'in' && textField(entry.text, 'commandId') !== undefined,
  );
  return last?.kind === 'in' ? textField(last.text, 'commandId') : undefined;
}

/** Check of a body without a schema: it only has to be JSON. */
const checkJson = bodyCheck({}, () => []);

/** The request that the reader is about to publish. */
function useRequest(
  facts: MqttFacts,
  project: SandboxProject | undefined,
  entries: readonly MqttEntry[],
) {
  const base = useBaseUrl('/calls/device/');
  // Empty: a topic of the reader's own.
  const [chosen, setChosen] = useState(firstCall);
  const [loaded, setLoaded] = useState<{ readonly call: Call; readonly check: BodyCheck }>();
  const [edited, setEdited] = useState<string>();
  const [ownSuffix, setSuffix] = useState(guideSuffix);
  // Times of the example follow it; a new time in each rendering would change the text all the time.
  const [chosenAt, setChosenAt] = useState(Date.now);
  const [reqId, setReqId] = useState(newRequestId);

  useEffect(() => {
    if (chosen === '') return undefined;
    let isCurrent = true;
    Promise.all([loadCall(`${base}${chosen}.json`), loadValidator(`${base}${chosen}.js`)]).then(
      ([call, validate]) => {
        if (isCurrent) setLoaded({ call, check: bodyCheck(call.request.schema, validate) });
      },
      // The reader can still write a body by hand.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [base, chosen]);

  const { call: own, check = checkJson } = loaded?.call.id === chosen ? loaded : {};
  const commandId = lastCommand(entries);
  const examples = { ...project?.examples, ...(commandId && { 'command id': commandId }) };
  const body = own ? requestBody(own, examples, chosenAt) : {};
  const text = edited ?? withRequestId(JSON.stringify(body), reqId);
  const topic = facts.calls.find(({ id }) => id === chosen)?.topic;
  return {
    chosen,
    call: own,
    check,
    text,
    /** Topic below the prefix. */
    suffix: topic?.slice(facts.topicPrefix.length) ?? ownSuffix,
    setSuffix,
    setText: setEdited,
    reset: () => setEdited(undefined),
    choose: (id: string) => {
      setChosen(id);
      setChosenAt(Date.now());
      setEdited(undefined);
    },
    /** A request id from the page changes for the next request; one that the reader typed stays. */
    published: () => {
      if (requestId(text) !== reqId) return;
      const next = newRequestId();
      setChosenAt(Date.now());
      setReqId(next);
      if (edited !== undefined) setEdited(withRequestId(edited, next));
    },
  };
}

interface Props {
  readonly facts: MqttFacts;
  readonly project: SandboxProject | undefined;
  readonly entries: readonly MqttEntry[];
  readonly isConnected: boolean;
  /** @param topic whole topic */
  readonly onPublish: (topic: string, text: string, qos: 0 | 1) => void;
}

function advice(errors: number, isConnected: boolean): string {
  if (!isConnected) return 'Connect first.';
  if (errors === 0) return '';
  const count = errors === 1 ? 'One body field has an error' : `${errors} body fields have errors`;
  return `${count}. You can still publish the request.`;
}

/** A request that the device publishes: any documented call, or a topic of the reader's. */
export default function Publish(props: Props): ReactNode {
  const { facts, project, entries, isConnected, onPublish } = props;
  const prefix = useId();
  const [qos, setQos] = useState<0 | 1>(1);
  const [wasSent, setWasSent] = useState(false);
  const request = useRequest(facts, project, entries);
  const { call, check, text } = request;
  const schema = call?.request.schema ?? {};
  const below = (topic: string) => topic.slice(facts.topicPrefix.length);
  const chosen = facts.calls.find(({ id }) => id === request.chosen);
  const deviceId = project && demoNode(project)?.deviceId;

  const publish = () => {
    setWasSent(true);
    if (!isConnected || deviceId === undefined) return;
    onPublish(ownTopic(facts.topicPrefix, deviceId) + request.suffix, text, qos);
    request.published();
  };
  return (
    <div className="mqtt__panel">
      <h4>Publish a request</h4>
      <div className="runner__field">
        <label htmlFor={`${prefix}call`}>Request</label>
        <select
          id={`${prefix}call`}
          value={request.chosen}
          onChange={({ target }) => request.choose(target.value)}
        >
          {facts.calls.map(({ id, title, topic, isProvisional }) => (
            <option key={id} value={id}>
              {`${title} · ${below(topic)}${isProvisional ? ' (unconfirmed)' : ''}`}
            </option>
          ))}
          <option value="">Heartbeat or custom topic</option>
        </select>
      </div>
      {!chosen && (
        <div className="runner__field">
          <label htmlFor={`${prefix}suffix`}>Topic suffix</label>
          <input
            id={`${prefix}suffix`}
            value={request.suffix}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => request.setSuffix(target.value)}
          />
        </div>
      )}
      <details className="mqtt__edit">
        <summary>
          <span>Body</span> <code>{text.replaceAll(/\s+/g, ' ')}</code>
        </summary>
        <BodyEditor
          key={request.chosen}
          schema={schema}
          example={call?.request.example ?? {}}
          check={check}
          text={text}
          onText={request.setText}
          showAll={wasSent}
          now={Date.now}
        />
        <button type="button" className="runner__quiet" onClick={request.reset}>
          Reset to example
        </button>
      </details>
      <div className="runner__actions">
        <button
          type="button"
          className="runner__send"
          // Not `disabled`: the focus would be lost.
          aria-disabled={!isConnected}
          aria-describedby={`${prefix}advice`}
          onClick={publish}
        >
          Publish
        </button>
        <label className="mqtt__qos">
          QoS{' '}
          <select value={qos} onChange={({ target }) => setQos(target.value === '1' ? 1 : 0)}>
            <option value={0}>0</option>
            <option value={1}>1</option>
          </select>
        </label>
        {chosen && <Link to={chosen.page}>Reference</Link>}
      </div>
      <p id={`${prefix}advice`} className="runner__advice" aria-live="polite">
        {advice(check(text).length, isConnected)}
      </p>
    </div>
  );
}

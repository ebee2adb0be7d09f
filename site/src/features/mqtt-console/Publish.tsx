import React, { useEffect, useId, useState, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import {
  BodyEditor,
  bodyCheck,
  ResetButton,
  type BodyCheck,
} from '@site/src/features/request-runner';
import { ownTopic } from './facts';
import type { MqttFacts } from '@site/src/contracts/mqtt-facts';
import {
  newRequestId,
  requestBody,
  requestId,
  textField,
  withNextRequestId,
  withRequestId,
} from './requests';
import type { MqttEntry } from './timeline';
import { loadOperation, loadValidator, type OperationData } from '@site/src/requests/operation';
import { demoNode, type SandboxProject } from '@site/src/features/sandbox-project';

/** The operation that is selected initially. */
const initialOperation = 'submitdata';

/** A request that only guides describe (specs/facts/device-api.md, 6). */
const guideSuffix = 'heartbeat/json';

/** Id of the newest command. */
function lastCommand(entries: readonly MqttEntry[]): string | undefined {
  const last = entries.findLast(
    (entry) => entry.kind === 'in' && textField(entry.text, 'commandId') !== undefined,
  );
  return last?.kind === 'in' ? textField(last.text, 'commandId') : undefined;
}

/** Check for a body without a schema: it only has to be valid JSON. */
const checkJson = bodyCheck({}, () => []);

/** The request that the reader is editing. */
function useRequest(
  facts: MqttFacts,
  project: SandboxProject | undefined,
  entries: readonly MqttEntry[],
) {
  const base = useBaseUrl('/operations/device/');
  // Empty for a custom topic.
  const [chosen, setChosen] = useState(initialOperation);
  const [loaded, setLoaded] = useState<{
    readonly operation: OperationData;
    readonly check: BodyCheck;
  }>();
  const [failed, setFailed] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const [ownSuffix, setSuffix] = useState(guideSuffix);
  // Reference time for the timestamps of the example. It is state, because a new time in each render would change the text.
  const [chosenAt, setChosenAt] = useState(Date.now);
  const [reqId, setReqId] = useState(newRequestId);

  useEffect(() => {
    if (chosen === '') return undefined;
    let isCurrent = true;
    Promise.all([
      loadOperation(`${base}${chosen}.json`),
      loadValidator(`${base}${chosen}.js`),
    ]).then(
      ([operation, validate]) => {
        if (isCurrent)
          setLoaded({ operation, check: bodyCheck(operation.request.schema, validate) });
      },
      // The reader can still enter a body as text.
      () => {
        if (isCurrent) setFailed(chosen);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [base, chosen]);

  const { operation: own, check = checkJson } = loaded?.operation.id === chosen ? loaded : {};
  const commandId = lastCommand(entries);
  const examples = { ...project?.examples, ...(commandId && { 'command id': commandId }) };
  const body = own ? requestBody(own, examples, chosenAt) : {};
  const text = edited ?? withRequestId(body, reqId);
  const topic = facts.operations.find(({ id }) => id === chosen)?.topic;
  return {
    chosen,
    operation: own,
    hasFailed: !own && failed === chosen,
    check,
    examples,
    text,
    /** Topic without the prefix of the device. */
    suffix: topic?.slice(facts.topicPrefix.length) ?? ownSuffix,
    setSuffix,
    setText: setEdited,
    edited,
    choose: (id: string) => {
      setChosen(id);
      setChosenAt(Date.now());
      setEdited(undefined);
    },
    /** A generated request id is replaced for the next request; one that the reader typed is unchanged. */
    published: () => {
      if (requestId(text) !== reqId) return;
      const next = newRequestId();
      setChosenAt(Date.now());
      setReqId(next);
      if (edited !== undefined) setEdited(withNextRequestId(edited, reqId, next));
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

function advice(errors: number, isConnected: boolean, hasFailed: boolean): string {
  if (!isConnected) return 'Connect first.';
  if (hasFailed) {
    return 'The example could not be loaded. Check your network connection, select another request, then this one again.';
  }
  if (errors === 0) return '';
  const count = errors === 1 ? 'One body field has an error' : `${errors} body fields have errors`;
  return `${count}. You can still publish the request.`;
}

/** Form for a request that the device publishes: a documented operation or a custom topic. */
export default function Publish(props: Props): ReactNode {
  const { facts, project, entries, isConnected, onPublish } = props;
  const prefix = useId();
  const [qos, setQos] = useState<0 | 1>(1);
  const [wasSent, setWasSent] = useState(false);
  const request = useRequest(facts, project, entries);
  const { operation, check, text } = request;
  const schema = operation?.request.schema ?? {};
  const below = (topic: string) => topic.slice(facts.topicPrefix.length);
  const chosen = facts.operations.find(({ id }) => id === request.chosen);
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
        <label htmlFor={`${prefix}operation`}>Request</label>
        <select
          id={`${prefix}operation`}
          className="control control--field"
          value={request.chosen}
          onChange={({ target }) => request.choose(target.value)}
        >
          {facts.operations.map(({ id, title, topic, isProvisional }) => (
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
            className="control control--field control--code"
            value={request.suffix}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => request.setSuffix(target.value)}
          />
        </div>
      )}
      <details className="disclosure mqtt__edit">
        <summary>
          <span>Body</span> <code translate="no">{text.replaceAll(/\s+/g, ' ')}</code>
        </summary>
        <BodyEditor
          key={request.chosen}
          schema={schema}
          example={operation?.request.example ?? {}}
          examples={request.examples}
          check={check}
          text={text}
          onText={request.setText}
          showAll={wasSent}
          now={Date.now}
        />
        <ResetButton
          key={`reset ${request.chosen}`}
          edit={request.edited}
          setEdit={request.setText}
        />
      </details>
      <div className="runner__actions">
        <button
          type="button"
          className="control control--main"
          // Not `disabled`: the focus would be lost.
          aria-disabled={!isConnected}
          aria-describedby={`${prefix}advice`}
          onClick={publish}
        >
          Publish
        </button>
        <label className="mqtt__qos">
          QoS{' '}
          <select
            className="control control--field"
            value={qos}
            onChange={({ target }) => setQos(target.value === '1' ? 1 : 0)}
          >
            <option value={0}>0</option>
            <option value={1}>1</option>
          </select>
        </label>
        {chosen && <Link to={chosen.page}>Reference</Link>}
      </div>
      <p id={`${prefix}advice`} className="runner__advice" aria-live="polite">
        {advice(check(text).length, isConnected, request.hasFailed)}
      </p>
    </div>
  );
}

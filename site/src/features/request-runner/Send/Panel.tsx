import React, {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import BodyEditor from '../BodyEditor';
import ResetButton from '../ResetButton';
import Export from '../Export';
import { ProjectBox } from '@site/src/features/sandbox-project';
import { TextValue, valueFields } from '@site/src/features/values';
import { bodyCheck } from '../BodyEditor/body-errors';
import type { OperationData, Validate } from '@site/src/requests/operation';
import { resendOnItsPage, type PastRequest } from '../past-requests';
import { isPart, schemeInSentence, schemeNames } from '@site/src/requests/credentials';
import type { ServerChoice } from '@site/src/requests/servers';
import { setValues, useValues } from '@site/src/requests/own-values';
import { ResponseArea } from './Response';
import '../../../css/send.css';
import { useRunner, type EditState } from './use-runner';

interface ServerSelectProps {
  readonly choices: readonly ServerChoice[];
  /** Base URL. */
  readonly chosen: string;
  readonly onChoose: (url: string) => void;
}

/** Select for the server. */
function ServerSelect({ choices, chosen, onChoose }: ServerSelectProps): ReactNode {
  const id = useId();
  return (
    <div className="runner__field">
      <label htmlFor={id}>Server</label>
      <select
        id={id}
        className="control control--field"
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
      >
        {choices.map(({ url, label }) => (
          <option key={url} value={url}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface CredentialsProps {
  readonly operation: OperationData;
  /** Id of a scheme; empty for no credential. */
  readonly chosen: string;
  /** True while requests go to the sandbox, whose projects have their own credentials. */
  readonly isSandbox: boolean;
  readonly onChoose: (id: string) => void;
}

/** Credentials of the request. They are stored with the reader's values, which are available only in this tab. */
function Credentials({ operation, chosen, isSandbox, onChoose }: CredentialsProps): ReactNode {
  const values = useValues();
  const scheme = operation.security.find((candidate) => candidate.id === chosen);
  const needsChoice = operation.security.length > 1 || operation.securityOptional;
  return (
    <fieldset className="runner__credentials">
      <legend>Credential</legend>
      {needsChoice && (
        <select
          className="control control--field"
          aria-label="Credential type"
          value={chosen}
          onChange={(event) => onChoose(event.target.value)}
        >
          {operation.security.map((candidate) => (
            <option key={candidate.id} value={candidate.id}>
              {schemeNames[candidate.kind]}
            </option>
          ))}
          {operation.securityOptional && <option value="">None</option>}
        </select>
      )}
      {scheme &&
        !isSandbox &&
        valueFields
          .filter(({ name }) => isPart(scheme.kind, name))
          .map((field) => (
            <TextValue
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              onChange={(name, text) => setValues({ [name]: text })}
            />
          ))}
      {scheme?.kind === 'signature' && operation.permission !== undefined && (
        <p className="runner__hint">
          The token needs the permission <code translate="no">{operation.permission}</code>. The
          secret signs the request in this browser and is never sent.
        </p>
      )}
      {(isSandbox || scheme) && (
        <p className="runner__hint">
          {isSandbox
            ? `${scheme ? `The ${schemeInSentence(scheme.kind)} of the sandbox project is` : 'No credentials are'} sent. You do not need to enter anything.`
            : 'Stored in this tab until you close it, and sent only with your requests.'}
        </p>
      )}
    </fieldset>
  );
}

interface HistoryProps {
  readonly operation: OperationData;
  /** Newest first. */
  readonly requests: readonly PastRequest[];
  readonly onAgain: (past: PastRequest) => void;
  readonly isRunning: boolean;
  readonly onClear: () => void;
}

/** False for a click that opens another tab or window, where this tab must not send the request later. */
const isPlain = (event: MouseEvent) =>
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

const time = (at: number) => new Date(at).toLocaleTimeString('en-GB');

/** Resends a request: on this page if it belongs here, otherwise on the page of its operation. */
function ResendButton({
  operation,
  past,
  onAgain,
  isRunning,
}: Pick<HistoryProps, 'operation' | 'onAgain' | 'isRunning'> & { past: PastRequest }): ReactNode {
  const label = `Send again: ${past.title}, ${time(past.at)}`;
  if (past.isTooLong) return <span className="runner__hint">Too long to send again</span>;
  // Operations of both APIs can have the same id.
  if (past.api === operation.api && past.operation === operation.id) {
    return (
      <button
        type="button"
        className="control control--small"
        aria-label={label}
        aria-disabled={isRunning}
        onClick={() => onAgain(past)}
      >
        Send again
      </button>
    );
  }
  return (
    <Link
      to={past.page}
      aria-label={label}
      onClick={(event) => isPlain(event) && resendOnItsPage(past)}
    >
      Send again
    </Link>
  );
}

/** The last requests of this tab. */
function History({ operation, requests, onAgain, isRunning, onClear }: HistoryProps): ReactNode {
  const folder = useBaseUrl('/operations/');
  const collect = useCallback(
    () =>
      import('../Export/portable-requests').then((load) => load.exportHistory(folder, requests)),
    [folder, requests],
  );
  if (requests.length === 0) return null;
  return (
    <details className="disclosure runner__history">
      <summary>{`Requests in this tab (${requests.length})`}</summary>
      <ol>
        {requests.map((past) => (
          <li key={past.id}>
            <span>
              <time dateTime={new Date(past.at).toISOString()}>{time(past.at)}</time> {past.title}
            </span>
            <span className={past.succeeded ? 'tone--good' : 'tone--bad'}>
              {past.result}
              {past.milliseconds !== undefined && ` · ${past.milliseconds} ms`}
            </span>
            <ResendButton
              operation={operation}
              past={past}
              onAgain={onAgain}
              isRunning={isRunning}
            />
          </li>
        ))}
      </ol>
      <Export label="Export these requests" collect={collect} />
      <button type="button" className="control control--small" onClick={onClear}>
        Clear history
      </button>
    </details>
  );
}

interface Props {
  readonly operation: OperationData;
  /** Validates the request body against its schema. */
  readonly validate: Validate;
  readonly editState: EditState;
  readonly onClose: () => void;
}

const isSendKey = (event: KeyboardEvent) =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey);

/** Escape, except where it cancels something else or would discard what the reader is typing. */
const isCloseKey = (event: KeyboardEvent) =>
  event.key === 'Escape' &&
  !event.defaultPrevented &&
  event.target instanceof Element &&
  !event.target.matches('input, textarea, select');

/** Problems that will make the request fail. The reader can still send it. */
function Problems({ texts }: { readonly texts: readonly string[] }): ReactNode {
  return (
    <p className="runner__advice" aria-live="polite">
      {texts.length > 0 && `${texts.join(' ')} You can still send the request.`}
    </p>
  );
}

/** The request runner of an operation: server, credentials, body and response. */
export default function Panel({ operation, validate, editState, onClose }: Props): ReactNode {
  const check = useMemo(() => bodyCheck(operation.request.schema, validate), [operation, validate]);
  const runner = useRunner(operation, check, editState);
  const { server, scheme, text, filledAt } = runner;
  const collect = useCallback(
    () =>
      import('../Export/portable-requests').then(({ exportEntered }) =>
        exportEntered(operation, { server, scheme, text, filledAt }),
      ),
    [operation, server, scheme, text, filledAt],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const response = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Long forms push the response out of view.
    if (runner.outcome) response.current?.scrollIntoView({ block: 'nearest' });
  }, [runner.outcome]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isCloseKey(event)) onClose();
    if (!isSendKey(event)) return;
    event.preventDefault();
    runner.send();
  };
  return (
    <section className="tool runner" aria-labelledby="send-request" onKeyDown={onKeyDown}>
      <div className="runner__head">
        <h2 id="send-request" ref={heading} tabIndex={-1}>
          Send a request
        </h2>
        <button type="button" className="control control--small" onClick={onClose}>
          Close
        </button>
      </div>
      <div className="runner__columns">
        <div className="runner__request">
          <ServerSelect
            choices={runner.servers}
            chosen={runner.server}
            onChoose={runner.chooseServer}
          />
          {runner.isSandbox && (
            <ProjectBox key={runner.home} startsAutomatically showsTerminal={false} isFolded />
          )}
          <Credentials
            operation={operation}
            chosen={runner.scheme}
            isSandbox={runner.isSandbox}
            onChoose={runner.chooseScheme}
          />
          <div className="runner__body">
            <div className="runner__line">
              <h3>Body</h3>
              <ResetButton edit={editState[0]} setEdit={editState[1]} />
            </div>
            <BodyEditor
              schema={operation.request.schema}
              example={operation.request.example}
              examples={runner.examples}
              check={check}
              text={runner.text}
              onText={runner.setText}
              showAll={runner.wasSent}
              now={Date.now}
            />
          </div>
          <div className="runner__actions">
            <button
              type="button"
              className="control control--main runner__send"
              onClick={runner.send}
              aria-describedby="send-key"
              // Not `disabled`, which would remove the focus.
              aria-disabled={runner.isRunning}
            >
              {runner.isRunning ? 'Sending…' : 'Send'}
            </button>
            {runner.isRunning && (
              <button type="button" className="control" onClick={runner.cancel}>
                Cancel
              </button>
            )}
            <span id="send-key" className="runner__hint runner__shortcut">
              or press Ctrl+Enter, ⌘+Enter on a Mac
            </span>
          </div>
          <Problems texts={runner.advice} />
          <Export label="Export this request" collect={collect} />
        </div>
        <div className="runner__response" ref={response}>
          <ResponseArea
            operation={operation}
            outcome={runner.outcome}
            body={runner.sentBody}
            isRunning={runner.isRunning}
            isSandbox={runner.wasSandbox}
          />
          <History
            operation={operation}
            requests={runner.requests}
            onAgain={runner.again}
            isRunning={runner.isRunning}
            onClear={runner.clearRequests}
          />
        </div>
      </div>
    </section>
  );
}

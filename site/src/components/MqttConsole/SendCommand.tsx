import React, { useId, useState, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { browser } from '@site/src/components/Send/use-sending';
import { outcomeText, resultOf } from '@site/src/components/Send/result-text';
import { sendCommand, type SentCommand } from '@site/src/mqtt-console/requests';
import { loadOperation, type OperationData } from '@site/src/runner/operation';
import type { PastRequest } from '@site/src/runner/history';
import { bodyWithoutSecrets } from '@site/src/runner/secrets';
import { sandboxHint } from '@site/src/sandbox/errors';
import { demoNode, type SandboxProject } from '@site/src/sandbox/project-data';

interface Props {
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
export default function SendCommand({ project, isConnected, onSent }: Props): ReactNode {
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
        Sends <Link to={page}>commands-send</Link> over HTTP with the API key of the project, as a
        back end would.
      </p>
      <div className="mqtt__pair">
        {fields.map(({ name, value, set }) => (
          <div key={name} className="runner__field">
            <label htmlFor={prefix + name}>{name}</label>
            <input
              id={prefix + name}
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
          className="runner__send"
          aria-disabled={!project || isSending}
          aria-describedby={`${prefix}result`}
          onClick={() => void perform()}
        >
          {isSending ? 'Sending …' : 'Send command'}
        </button>
      </div>
      <p id={`${prefix}result`} className="runner__advice" aria-live="polite">
        {words !== '' ? words : advice(project, isConnected)}
      </p>
    </div>
  );
}

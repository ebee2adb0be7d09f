import React, { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import CopyButton from '@site/src/components/CodeBlock/CopyButton';
import { tabAfter } from '@site/src/components/Samples/tabs';
import type { Call } from '@site/src/runner/call';
import { describedFields, knownCode } from '@site/src/runner/explain';
import type { ApiResponse, Failure, Outcome } from '@site/src/runner/outcome';
import { sandboxHint, type SandboxNote } from '@site/src/sandbox/errors';
import { useSandboxWait } from '@site/src/sandbox/wait';
import JsonView, { Marked } from './JsonView';
import { hasSucceeded, outcomeText } from './result-text';

interface AnswerViewsProps {
  readonly call: Call;
  readonly response: ApiResponse;
}

/** Above this many characters an answer is shown as plain text: thousands of links would freeze the page. */
const longestExplained = 100_000;

const headerText = ({ headers }: ApiResponse) =>
  headers.map(([name, value]) => `${name}: ${value}`).join('\n');

function Plain({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <pre tabIndex={0} role="group" aria-label={label}>
      <code data-as-is>{text}</code>
    </pre>
  );
}

/** Body and headers of an answer, as the server sent them and made readable. */
function ResponseViews({ call, response: answer }: AnswerViewsProps): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const { json, text, status } = answer;
  const pretty = json === undefined ? text : JSON.stringify(json, null, 2);
  const views = [
    {
      name: 'Pretty',
      copied: pretty,
      view:
        json === undefined || pretty.length > longestExplained ? (
          <Plain text={pretty} label="Body" />
        ) : (
          <JsonView json={json} described={describedFields(call, status, json)} />
        ),
    },
    { name: 'Raw', copied: text, view: <Plain text={text} label="Raw body" /> },
    {
      name: 'Headers',
      copied: headerText(answer),
      view: <Plain text={headerText(answer)} label="Headers" />,
    },
  ];
  const current = views[shown] ?? views[0];

  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabAfter(event.key, shown, views.length);
    if (next === undefined) return;
    event.preventDefault();
    setShown(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div className="runner__views">
      <div className="runner__line">
        <div ref={list} role="tablist" aria-label="Response" onKeyDown={onKeyDown}>
          {views.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}${name}`}
              aria-selected={index === shown}
              aria-controls={`${id}panel`}
              tabIndex={index === shown ? 0 : -1}
              onClick={() => setShown(index)}
            >
              {name}
            </button>
          ))}
        </div>
        <CopyButton
          source={() => current?.copied ?? ''}
          label={`${current?.name ?? ''} response`}
        />
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${current?.name ?? ''}`}>
        {current?.view}
      </div>
    </div>
  );
}

interface AnswerAreaProps {
  readonly call: Call;
  readonly outcome: Outcome | undefined;
  readonly isRunning: boolean;
  /** True while calls go to the sandbox. */
  readonly isSandbox: boolean;
}

function FailureNote({ message, hint }: Failure): ReactNode {
  return (
    <div className="runner__note">
      <p>
        <Marked text={message} />
      </p>
      {hint !== '' && (
        <p>
          <strong>Fix.</strong> <Marked text={hint} />
        </p>
      )}
    </div>
  );
}

interface NoteProps {
  readonly call: Call;
  readonly response: ApiResponse;
  readonly isSandbox: boolean;
}

/** What the sandbox knows of an answer that did not work. */
function SandboxHint({ text, hint }: SandboxNote): ReactNode {
  return (
    <>
      {text !== undefined && <p>{text}</p>}
      <p>
        <strong>In the sandbox.</strong> {hint}
      </p>
    </>
  );
}

/** What is probably a mistake in a request that worked, as the sandbox sees it. */
function Warning({ headers }: ApiResponse): ReactNode {
  const [, text] = headers.find(([name]) => name === 'x-sandbox-warning') ?? [];
  if (text === undefined) return null;
  return (
    <p className="runner__note">
      <strong>Check your request.</strong> {text}
    </p>
  );
}

/** The documented code of an answer, or what else is known of a failure. */
function ResponseNote({ call, response: answer, isSandbox }: NoteProps): ReactNode {
  if (answer.json === undefined) {
    return (
      <p className="runner__note">
        {answer.text === ''
          ? 'The response body is empty.'
          : 'The response is not JSON. It may come from an intermediate server. Check the HTTP status.'}
      </p>
    );
  }
  if (hasSucceeded(answer)) return isSandbox ? <Warning {...answer} /> : null;
  const code = knownCode(call, answer.json);
  const note = isSandbox ? sandboxHint(answer) : undefined;
  if (!code) {
    return (
      <div className="runner__note">
        {note?.text === undefined && (
          <p>
            The request failed with an undocumented code. See <code>error</code> in the response.
          </p>
        )}
        {note && <SandboxHint {...note} />}
      </div>
    );
  }
  return (
    <div className="runner__note">
      <p>
        <a href={`#${code.anchor}`}>
          <code>{code.code}</code>
        </a>{' '}
        <Marked text={code.meaning} />
      </p>
      <p>
        <strong>Fix.</strong> <Marked text={code.remedy} />
      </p>
      {note && <SandboxHint {...note} text={undefined} />}
    </div>
  );
}

function tone(outcome: Outcome | undefined): string {
  if (!outcome || outcome.kind === 'cancelled') return '';
  return outcome.kind === 'response' && hasSucceeded(outcome)
    ? 'runner__status--ok'
    : 'runner__status--bad';
}

/** What came back from the call, or why nothing did. */
export function ResponseArea({ call, outcome, isRunning, isSandbox }: AnswerAreaProps): ReactNode {
  const idle = 'The response appears here.';
  const wait = useSandboxWait();
  const text = isRunning
    ? (wait ?? 'Waiting for the response …')
    : outcome
      ? outcomeText(outcome)
      : idle;
  return (
    <div className="runner__result">
      <h3>Response</h3>
      <p role="status" className={`runner__status ${isRunning ? '' : tone(outcome)}`}>
        {text}
      </p>
      {outcome?.kind === 'failure' && <FailureNote {...outcome} />}
      {outcome?.kind === 'response' && (
        <>
          <ResponseNote call={call} response={outcome} isSandbox={isSandbox} />
          <ResponseViews call={call} response={outcome} />
        </>
      )}
    </div>
  );
}

import React, { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import CopyButton from '@site/src/components/CodeBlock/CopyButton';
import { tabAfter } from '@site/src/components/Samples/tabs';
import type { Call } from '@site/src/runner/call';
import { describedFields, knownCode } from '@site/src/runner/explain';
import type { Answer, Failure, Outcome } from '@site/src/runner/outcome';
import { sandboxNote, type SandboxNote } from '@site/src/sandbox/errors';
import { useSandboxWait } from '@site/src/sandbox/wait';
import JsonView, { Marked } from './JsonView';
import { hasWorked, outcomeText } from './result-text';

interface AnswerViewsProps {
  readonly call: Call;
  readonly answer: Answer;
}

/** Above this many characters an answer is shown as plain text: thousands of links would freeze the page. */
const longestExplained = 100_000;

const headerText = ({ headers }: Answer) =>
  headers.map(([name, value]) => `${name}: ${value}`).join('\n');

function Plain({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <pre tabIndex={0} role="group" aria-label={label}>
      <code data-as-is>{text}</code>
    </pre>
  );
}

/** Body and headers of an answer, as the server sent them and made readable. */
function AnswerViews({ call, answer }: AnswerViewsProps): ReactNode {
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
    { name: 'Raw', copied: text, view: <Plain text={text} label="Body as it was sent" /> },
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
        <div ref={list} role="tablist" aria-label="Answer" onKeyDown={onKeyDown}>
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
        <CopyButton source={() => current?.copied ?? ''} label={`${current?.name ?? ''} answer`} />
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
          <strong>What to do.</strong> <Marked text={hint} />
        </p>
      )}
    </div>
  );
}

interface NoteProps {
  readonly call: Call;
  readonly answer: Answer;
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
function Warning({ headers }: Answer): ReactNode {
  const [, text] = headers.find(([name]) => name === 'x-sandbox-warning') ?? [];
  if (text === undefined) return null;
  return (
    <p className="runner__note">
      <strong>Check your request.</strong> {text}
    </p>
  );
}

/** The documented code of an answer, or what else is known of a failure. */
function AnswerNote({ call, answer, isSandbox }: NoteProps): ReactNode {
  if (answer.json === undefined) {
    return (
      <p className="runner__note">
        {answer.text === ''
          ? 'The answer is empty.'
          : 'The answer is not JSON. It may come from a server in between; the status says how the call went.'}
      </p>
    );
  }
  if (hasWorked(answer)) return isSandbox ? <Warning {...answer} /> : null;
  const code = knownCode(call, answer.json);
  const note = isSandbox ? sandboxNote(answer) : undefined;
  if (!code) {
    return (
      <div className="runner__note">
        {note?.text === undefined && (
          <p>
            The call failed. No code of this answer is documented: <code>error</code> says what went
            wrong.
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
        <strong>What to do.</strong> <Marked text={code.remedy} />
      </p>
      {note && <SandboxHint {...note} text={undefined} />}
    </div>
  );
}

function tone(outcome: Outcome | undefined): string {
  if (!outcome || outcome.kind === 'cancelled') return '';
  return outcome.kind === 'answer' && hasWorked(outcome)
    ? 'runner__status--ok'
    : 'runner__status--bad';
}

/** What came back from the call, or why nothing did. */
export function AnswerArea({ call, outcome, isRunning, isSandbox }: AnswerAreaProps): ReactNode {
  const idle = 'The answer will show here.';
  const wait = useSandboxWait();
  const text = isRunning
    ? (wait ?? 'Waiting for the answer …')
    : outcome
      ? outcomeText(outcome)
      : idle;
  return (
    <div className="runner__result">
      <h3>Answer</h3>
      <p role="status" className={`runner__status ${isRunning ? '' : tone(outcome)}`}>
        {text}
      </p>
      {outcome?.kind === 'failure' && <FailureNote {...outcome} />}
      {outcome?.kind === 'answer' && (
        <>
          <AnswerNote call={call} answer={outcome} isSandbox={isSandbox} />
          <AnswerViews call={call} answer={outcome} />
        </>
      )}
    </div>
  );
}

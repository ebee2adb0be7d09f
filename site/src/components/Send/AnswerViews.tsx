import React, { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import CopyButton from '@site/src/components/CodeBlock/CopyButton';
import { tabAfter } from '@site/src/components/Samples/tab-after';
import type { Call } from '@site/src/runner/call';
import { describedFields } from '@site/src/runner/explain';
import type { Answer } from '@site/src/runner/outcome';
import JsonView from './JsonView';

interface Props {
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
export default function AnswerViews({ call, answer }: Props): ReactNode {
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

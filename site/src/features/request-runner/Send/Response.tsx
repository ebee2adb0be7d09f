import React, {
  memo,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { CopyButton } from '@site/src/components/CodeBlock';
import { tabAfter } from '@site/src/features/samples';
import useOnDemand from '@site/src/components/useOnDemand';
import type { OperationData } from '@site/src/requests/operation';
import { indentJson } from '@site/src/requests/indent-json';
import { parseBody } from '@site/src/requests/json-text';
import { describedFields, knownCode } from '@site/src/requests/explain';
import { readTimeSeries, variableOf } from '@site/src/features/charts';
import type { ApiResponse, Failure, Outcome } from '@site/src/requests/outcome';
import {
  sandboxHint,
  type SandboxNote,
  useSandboxProject,
  useSandboxWait,
} from '@site/src/features/sandbox-project';
import Marked from '@site/src/components/Marked';
import ResponseJson from '../../../requests/ResponseJson';
import OutcomeLine from './OutcomeLine';
import { hasSucceeded } from '../../../requests/result-text';

interface ResponseViewsProps {
  readonly operation: OperationData;
  readonly response: ApiResponse;
}

/** Maximum characters of a response with linked fields: thousands of links would freeze the page. */
const longestExplained = 100_000;

const headerText = ({ headers }: ApiResponse) =>
  headers.map(([name, value]) => `${name}: ${value}`).join('\n');

function Plain({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  return (
    <pre tabIndex={0} role="group" aria-label={label}>
      <code translate="no" data-as-is>
        {text}
      </code>
    </pre>
  );
}

/** Body and headers of a response, formatted and raw. */
function ResponseViews({ operation, response: response }: ResponseViewsProps): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(0);
  const { json, text, status } = response;
  const pretty = useMemo(() => (json === undefined ? text : indentJson(text)), [json, text]);
  const isExplained = useMemo(() => {
    if (json === undefined || pretty.length > longestExplained) return false;
    // A rounded number or a repeated name must stay as the platform sent it.
    const parsed = parseBody(text);
    return parsed.kind === 'read' && parsed.losses.length === 0;
  }, [json, text, pretty]);
  const views = [
    {
      name: 'Pretty',
      copied: pretty,
      view:
        json !== undefined && isExplained ? (
          <ResponseJson json={json} described={describedFields(operation, status, json)} />
        ) : (
          <Plain text={pretty} label="Body" />
        ),
    },
    { name: 'Raw', copied: text, view: <Plain text={text} label="Raw body" /> },
    {
      name: 'Headers',
      copied: headerText(response),
      view: <Plain text={headerText(response)} label="Headers" />,
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
              className="tab"
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

const loadChart = () =>
  import(/* webpackExports: "Chart" */ '@site/src/features/charts').then(({ Chart }) => Chart);

interface ResponseChartProps {
  readonly operation: OperationData;
  readonly response: ApiResponse;
  /** Body of the request. */
  readonly body: JsonValue | undefined;
}

/** The time series of a response as a chart, which loads with the first one. */
function ResponseChart({ operation, response, body }: ResponseChartProps): ReactNode {
  const { json } = response;
  const reading = useMemo(() => readTimeSeries(operation, json), [operation, json]);
  const nodes = useSandboxProject()?.nodes;
  const { Component: Chart, hasFailed, show } = useOnDemand(loadChart);
  const isEmpty = reading?.series.length === 0;
  useEffect(() => {
    if (!isEmpty) show();
  }, [isEmpty, show]);
  if (!reading) return null;
  const { series, field, unit, invalid, inSeconds } = reading;
  if (hasFailed) {
    return <p role="alert">The chart could not be loaded. Check your network connection.</p>;
  }
  const skipped = [
    ...(invalid > 0 ? [`${invalid} points without a valid time are left out.`] : []),
    ...(inSeconds > 0
      ? [
          `Points from 1970 are left out (${inSeconds}): their timestamps were submitted in seconds, and Anedya expects milliseconds.`,
        ]
      : []),
  ];
  if (isEmpty) return <p className="runner__hint">{`No values to chart. ${skipped.join(' ')}`}</p>;
  if (!Chart) return <p className="runner__hint">Loading the chart…</p>;
  const variable = variableOf(json, body);
  return (
    <Chart
      series={series}
      label={[variable, field === 'value' && variable ? undefined : field]
        .filter(Boolean)
        .join(' ')}
      nameOf={(node) =>
        node === '' ? 'All nodes' : (nodes?.find(({ nodeId }) => nodeId === node)?.name ?? node)
      }
      notes={[`Times in the response are in ${unit}.`, ...skipped]}
    />
  );
}

interface ResponseAreaProps {
  readonly operation: OperationData;
  readonly outcome: Outcome | undefined;
  /** Body of the request that has the outcome. */
  readonly body: JsonValue | undefined;
  readonly isRunning: boolean;
  /** True while requests go to the sandbox. */
  readonly isSandbox: boolean;
}

function FailureNote({ message, hint }: Failure): ReactNode {
  return (
    <div className="note note--error">
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
  readonly operation: OperationData;
  readonly response: ApiResponse;
  readonly isSandbox: boolean;
}

/** Additional information from the sandbox about an error response. */
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

/** Warning of the sandbox about a successful request. */
function Warning({ headers }: ApiResponse): ReactNode {
  const [, text] = headers.find(([name]) => name === 'x-sandbox-warning') ?? [];
  if (text === undefined) return null;
  return (
    <p className="note note--error">
      <strong>Check your request.</strong> {text}
    </p>
  );
}

/** Link of an error response to its entry in the error catalog (`packages/sandbox/src/http/response.ts`). */
function CatalogLink({ headers }: ApiResponse): ReactNode {
  const [, value = ''] = headers.find(([name]) => name === 'link') ?? [];
  const href = /<([^>]+)>; rel="help"/.exec(value)?.[1];
  if (href === undefined) return null;
  return (
    <p>
      <a href={href}>Error catalog</a>
    </p>
  );
}

/** The documented code of an error response, or other hints. */
function ResponseNote({ operation, response: response, isSandbox }: NoteProps): ReactNode {
  if (response.json === undefined) {
    return (
      <p className="note note--error">
        {response.text === ''
          ? 'The response body is empty.'
          : 'The response is not JSON. It may come from an intermediate server. Check the HTTP status.'}
      </p>
    );
  }
  if (hasSucceeded(response)) return isSandbox ? <Warning {...response} /> : null;
  const code = knownCode(operation, response.json);
  const note = isSandbox ? sandboxHint(response) : undefined;
  if (!code) {
    return (
      <div className="note note--error">
        {note?.text === undefined && (
          <p>
            The request failed with an undocumented code. See <code translate="no">error</code> in
            the response.
          </p>
        )}
        {note && <SandboxHint {...note} />}
        {isSandbox && <CatalogLink {...response} />}
      </div>
    );
  }
  return (
    <div className="note note--error">
      <p>
        <a href={`#${code.anchor}`}>
          <code translate="no">{code.code}</code>
        </a>{' '}
        <Marked text={code.meaning} />
      </p>
      <p>
        <strong>Fix.</strong> <Marked text={code.remedy} />
      </p>
      {note && <SandboxHint {...note} text={undefined} />}
      {isSandbox && <CatalogLink {...response} />}
    </div>
  );
}

/** The response to the request, or why there is none. A large one is not formatted again for each key the reader presses. */
export const ResponseArea = memo(function ResponseArea({
  operation,
  outcome,
  body,
  isRunning,
  isSandbox,
}: ResponseAreaProps): ReactNode {
  const wait = useSandboxWait();
  const text = isRunning ? (wait ?? 'Waiting for the response…') : 'The response appears here.';
  return (
    <div className="runner__result">
      <h3>Response</h3>
      <p role="status" className="runner__status">
        {outcome && !isRunning ? <OutcomeLine outcome={outcome} /> : text}
      </p>
      {outcome?.kind === 'failure' && <FailureNote {...outcome} />}
      {outcome?.kind === 'response' && (
        <>
          <ResponseNote operation={operation} response={outcome} isSandbox={isSandbox} />
          {hasSucceeded(outcome) && (
            <ResponseChart operation={operation} response={outcome} body={body} />
          )}
          <ResponseViews operation={operation} response={outcome} />
        </>
      )}
    </div>
  );
});

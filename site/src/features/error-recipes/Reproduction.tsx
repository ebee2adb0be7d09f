import React, { useEffect, useRef, useState, type ReactNode } from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import Marked from '@site/src/components/Marked';
import { JsonLines } from '@site/src/requests/ResponseJson';
import { hasSucceeded, outcomeText } from '@site/src/requests/result-text';
import { browser } from '@site/src/requests/browser';
import type { Recipe, RecipeRequest } from '@site/src/contracts/error-recipes';
import { recipeFor } from '@site/src/contracts/operation-recipes';
import { MissingValueError, reproduce, type Exchange as ExchangeOf } from './run';
import { codesIn } from '@site/src/requests/explain';
import { loadOperation, type OperationData } from '@site/src/requests/operation';
import type { Outcome } from '@site/src/requests/outcome';
import {
  sandboxAddress,
  SandboxError,
  openSandboxProject,
  sendToSandbox,
  useSandboxWait,
} from '@site/src/features/sandbox-project';
import './styles.css';

type Exchange = ExchangeOf<OperationData, Outcome>;

/** Kinds of the schemes that a recipe can choose. */
const kinds = { 'access token': 'signature', 'unknown API key': 'bearer' } as const;

/** An operation that accepts access tokens. Others reject them, with a code too. */
const withTokens = 'platform/data-get-data';

/** Sends the requests of a recipe to the tab's sandbox project. */
function requests(recipe: Recipe, base: string, cancel: AbortSignal): AsyncGenerator<Exchange> {
  const load = (id: string) => loadOperation(`${base}operations/${id}.json`);
  return reproduce(recipe, {
    examples: async () => (await openSandboxProject()).examples,
    operation: load,
    now: Date.now,
    send: async (operation, edited, credential) => {
      const { security, api } = operation;
      const kind = credential ? kinds[credential] : security[0]?.kind;
      const isKind = (scheme: { readonly kind: string }) => scheme.kind === kind;
      const wanted = {
        operation,
        server: `${sandboxAddress()}/${api}/v1`,
        scheme: security.find(isKind) ?? (await load(withTokens)).security.find(isKind),
        edited,
        ...(credential === 'unknown API key' && { values: { apiKey: 'unknown-api-key' } }),
      };
      const { outcome } = await sendToSandbox(wanted, browser(), cancel);
      return { outcome, json: outcome.kind === 'response' ? outcome.json : undefined };
    },
  });
}

/** Says how a request differs from the example of its operation. */
function difference(patch: object, credential: RecipeRequest['credential']): string {
  const sent = Object.keys(patch).length === 0 ? 'the example' : `\`${JSON.stringify(patch)}\``;
  const changed = sent === 'the example' ? sent : `the example, changed by ${sent}`;
  return credential ? `${changed}, with an ${credential}` : changed;
}

function Json({ label, value }: { readonly label: string; readonly value: Exchange['body'] }) {
  return (
    <pre tabIndex={0} role="group" aria-label={label}>
      <code translate="no" className="hljs" data-as-is>
        <JsonLines value={value} part="" fields={[]} indent="" />
      </code>
    </pre>
  );
}

const titles = { preparation: 'Prepare', failure: 'Send', fix: 'Send the corrected request' };

interface RequestProps {
  readonly exchange: Exchange;
  /** Code that the recipe reproduces. */
  readonly code: string;
}

/** A request and its response. */
function Request({ exchange, code }: RequestProps): ReactNode {
  const { role, operation, patch, credential, body, outcome, json } = exchange;
  const { page, title, codes } = operation;
  const url = useBaseUrl(page);
  const isOk = outcome.kind === 'response' && hasSucceeded(outcome);
  return (
    <li>
      <p>
        <strong>{titles[role]}.</strong> <a href={url}>{title}</a>:{' '}
        <Marked text={difference(patch, credential)} />.
      </p>
      <details className="disclosure" open={role !== 'preparation'}>
        <summary>Request body</summary>
        <Json label={`Request body of ${title}`} value={body} />
      </details>
      <p className={isOk ? 'tone--good' : 'tone--bad'}>
        <strong>{outcomeText(outcome)}</strong>
      </p>
      {outcome.kind === 'failure' && <p>{`${outcome.message} ${outcome.hint}`}</p>}
      {json !== undefined && (
        <details className="disclosure" open={role !== 'preparation'}>
          <summary>Response body</summary>
          <Json label={`Response body of ${title}`} value={json} />
        </details>
      )}
      {role === 'failure' && (
        <p>
          <strong>Fix.</strong>{' '}
          <Marked text={codes.find((known) => known.code === code)?.remedy ?? ''} />
        </p>
      )}
    </li>
  );
}

/** What screen readers hear. */
function statusOf(exchanges: readonly Exchange[], code: string): string {
  const [failure, fix] = ['failure', 'fix'].map((wanted) =>
    exchanges.find(({ role }) => role === wanted),
  );
  if (!failure) return 'A preparation failed. See its response.';
  if (!codesIn(failure.json).includes(code))
    return 'The request failed in another way. See its response.';
  const ok = fix?.outcome.kind === 'response' && hasSucceeded(fix.outcome);
  return `Reproduced. The corrected request ${ok ? 'succeeded' : 'failed'}.`;
}

interface State {
  readonly exchanges: readonly Exchange[];
  /** Empty while requests are sent. */
  readonly status: string;
}

function textOf(error: unknown): string {
  if (error instanceof SandboxError) return `${error.title}. ${error.message} ${error.hint}`;
  if (error instanceof MissingValueError) return error.message;
  return 'The requests could not be sent. Check your network connection and try again.';
}

interface Props {
  readonly code: string;
  /** Operation of the page, `platform/node-create`; undefined in the catalogs. */
  readonly operation?: string;
}

/** Reproduces a code of the error catalog in the tab's sandbox project, request by request, and then its fix. */
export default function Reproduction({ code, operation }: Props): ReactNode {
  const base = useBaseUrl('/');
  const wait = useSandboxWait();
  const [run, setRun] = useState(0);
  const [{ exchanges, status }, setState] = useState<State>({ exchanges: [], status: '' });
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    const recipe = recipeFor(code, operation);
    if (!recipe || 'reason' in recipe) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const show = (state: State) => {
      if (!signal.aborted) setState(state);
    };
    const perform = async () => {
      const done: Exchange[] = [];
      for await (const exchange of requests(recipe, base, signal)) {
        done.push(exchange);
        show({ exchanges: [...done], status: '' });
        if (signal.aborted) return;
      }
      show({ exchanges: done, status: statusOf(done, code) });
    };
    // Not in strict mode's first effect, which is undone at once.
    const timer = setTimeout(() => {
      perform().catch((error: unknown) => show({ exchanges: [], status: textOf(error) }));
    });
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [code, operation, base, run]);

  const isRunning = status === '';
  const again = () => {
    if (isRunning) return;
    setState({ exchanges: [], status: '' });
    setRun(run + 1);
  };
  return (
    <section
      ref={section}
      className="tool reproduction"
      aria-label={`Reproduce ${code}`}
      tabIndex={-1}
    >
      <p role="status">{isRunning ? (wait ?? 'Sending to your sandbox project…') : status}</p>
      <ol>
        {exchanges.map((exchange, index) => (
          <Request key={index} exchange={exchange} code={code} />
        ))}
      </ol>
      <button
        type="button"
        className="control control--small"
        aria-disabled={isRunning}
        onClick={again}
      >
        Reproduce again
      </button>
    </section>
  );
}

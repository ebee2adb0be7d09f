import React, {
  useEffect,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
  type FormEvent,
  type ReactNode,
} from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import useOnDemand from '@site/src/components/useOnDemand';
import { readValues, submitValue } from '@site/src/features/home';
import { loadOperation, type OperationData } from '@site/src/requests/operation';
import { isInSeconds, type Point } from '@site/src/features/charts';
import {
  isInBrowser,
  sandboxHome,
  SandboxError,
  openSandboxProject,
  sandboxProject,
  useSandboxProject,
  useSandboxState,
  demoNode,
  useSandboxWait,
} from '@site/src/features/sandbox-project';
import {
  openStream,
  readFrame,
  StreamError,
  type LiveValue,
  type StreamOperations,
} from './stream';
import { onChange } from '@site/src/requests/values-choice';
import '@site/src/css/live.css';
import './styles.css';

const loadChart = () =>
  import(/* webpackExports: "Chart" */ '@site/src/features/charts').then(({ Chart }) => Chart);

/** Operations of the section, from the documents. */
interface Operations extends StreamOperations {
  readonly submit: OperationData;
}

const paths = {
  create: 'platform/streams-create',
  token: 'platform/access-token-create',
  query: 'platform/data-get-data',
  submit: 'device/submitdata',
} as const;

async function loadOperations(base: string): Promise<Operations> {
  const load = (path: string) => loadOperation(`${base}${path}.json`);
  const [create, token, query, submit] = await Promise.all([
    load(paths.create),
    load(paths.token),
    load(paths.query),
    load(paths.submit),
  ]);
  return { create, token, query, submit };
}

/** @param problem what could not be done: `The stream could not be opened` */
function textOf(error: unknown, problem: string): string {
  if (error instanceof SandboxError) return `${error.title}. ${error.message} ${error.hint}`;
  if (error instanceof StreamError) return error.message;
  return `${problem}. Check your network connection and try again.`;
}

/** Maximum number of values of the stream that the chart keeps: a fast device sends many in an hour. */
const maxLive = 5000;

/** Identifies a value: those that the platform returns have no milliseconds. */
const keyOf = ({ at, value }: Point) => `${Math.floor(at / 1000)} ${JSON.stringify(value)}`;

/** What screen readers hear when a value arrives. The chart does not draw a value from 1970. */
function arrivalText({ at, value }: Point): string {
  const text = JSON.stringify(value);
  return isInSeconds(at)
    ? `${text} arrived with the timestamp ${at}, which looks like Unix seconds. Send milliseconds. The chart leaves it out.`
    : `${text} arrived at ${new Date(at).toLocaleTimeString()}.`;
}

interface State {
  readonly phase: 'connecting' | 'open' | 'closed';
  /** Read to screen readers when it changes. */
  readonly status: string;
  readonly variable: string;
  readonly earlier: readonly Point[];
  readonly live: readonly LiveValue[];
}

const initial: State = { phase: 'connecting', status: '', variable: '', earlier: [], live: [] };

/** Follows the values of the examples' variable: those of the last day, then those of the stream. */
function useLiveValues(base: string): State {
  const [state, setState] = useState<State>(initial);
  const chosen = useSyncExternalStore(onChange, sandboxHome, () => 'server' as const);
  const sandbox = useSandboxState();
  const isDeleted = sandbox !== undefined && !sandbox.project;
  const apiKey = sandbox?.project?.apiKey;
  const [stream, setStream] = useState({ home: chosen, apiKey, number: 0 });
  const isOther = apiKey !== undefined && apiKey !== stream.apiKey;
  // The first project of a stream is its own. After the reader has deleted it, no other is created before they act.
  const isFirst = stream.apiKey === undefined && stream.home === chosen;
  if (isOther || (stream.home !== chosen && !isDeleted)) {
    setStream({ home: chosen, apiKey, number: stream.number + (isFirst ? 0 : 1) });
  }
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const update = (change: (former: State) => Partial<State>) => {
      if (!signal.aborted) setState((former) => ({ ...former, ...change(former) }));
    };
    const close = (status: string) => update(() => ({ phase: 'closed', status }));
    const readEarlier = async (query: OperationData) => {
      // A project that was deleted in the meantime ends the stream. The reader has not asked for another one.
      const project = sandboxProject();
      if (!project) return;
      const { points } = await readValues(query, project, signal, true);
      const earlier = points.map(({ timestamp, value }) => ({ at: timestamp * 1000, value }));
      update(() => ({ earlier: earlier.reverse() }));
    };
    const start = async () => {
      update(() => initial);
      await openSandboxProject();
      const operations = await loadOperations(base);
      const { variable } = operations.query.request.example as { readonly variable: string };
      update(() => ({ variable }));
      await openStream(
        operations,
        {
          onOpen: () => {
            update(() => ({ phase: 'open', status: 'Connected. Waiting for values.' }));
            readEarlier(operations.query).catch((error: unknown) => {
              const problem = 'The values of the last day could not be read';
              update(() => ({ status: textOf(error, problem) }));
            });
          },
          onFrame: (frame) => {
            const value = readFrame(frame);
            if (!value) return;
            update(({ live }) => ({
              live: isInSeconds(value.at) ? live : [...live, value].slice(-maxLive),
              status: arrivalText(value),
            }));
          },
          onClose: (reason) => close(`The stream has ended. ${reason}`),
        },
        signal,
      );
    };
    start().catch((error: unknown) => close(textOf(error, 'The stream could not be opened')));
    return () => controller.abort();
    // A stream belongs to one project.
  }, [base, stream.number]);
  return state;
}

/** A form that sends a value as the device of the project. */
function SendValue({ base }: { readonly base: string }): ReactNode {
  const id = useId();
  const [text, setText] = useState('24.5');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const value = Number(text);
  const isValid = text.trim() !== '' && Number.isFinite(value);

  const send = async () => {
    const [operation, project] = await Promise.all([
      loadOperation(`${base}${paths.submit}.json`),
      openSandboxProject(),
    ]);
    const sent = await submitValue(operation, project, value, new AbortController().signal);
    return sent.problem ? `${sent.problem.title}. ${sent.problem.message}` : '';
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || !isValid) return;
    setIsBusy(true);
    void send()
      .catch((error: unknown) => textOf(error, 'The value could not be sent'))
      .then((result) => {
        setIsBusy(false);
        setProblem(result);
      });
  };
  return (
    <form className="live-values__form" noValidate onSubmit={onSubmit}>
      <label htmlFor={id}>Value</label>
      <input
        className="control control--field"
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        aria-invalid={!isValid}
        aria-describedby={`${id}error`}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="control control--main" aria-disabled={isBusy || !isValid}>
        Send a value
      </button>
      <span id={`${id}error`} role="alert">
        {isValid ? problem : 'Enter a number.'}
      </span>
    </form>
  );
}

const focus = (section: HTMLElement | null) => section?.focus({ preventScroll: true });

interface ValuesProps {
  /** Connects again after the stream has ended. */
  readonly onAgain: () => void;
}

function Values({ onAgain }: ValuesProps): ReactNode {
  const id = useId();
  const base = useBaseUrl('/operations/');
  const { phase, status, variable, earlier, live } = useLiveValues(base);
  const project = useSandboxProject();
  const wait = useSandboxWait();
  const { Component: Chart, hasFailed, show } = useOnDemand(loadChart);
  useEffect(show, [show]);

  const node = project && demoNode(project);
  const series = useMemo(() => {
    const arrived = new Set(live.map(keyOf));
    const points = earlier.filter((point) => !arrived.has(keyOf(point)));
    return [{ node: node?.nodeId ?? '', points: [...points, ...live].sort((a, b) => a.at - b.at) }];
  }, [earlier, live, node?.nodeId]);
  return (
    <section className="tool live-values" aria-labelledby={`${id}title`} tabIndex={-1} ref={focus}>
      <p id={`${id}title`} className="live-values__title">
        Values of your sandbox project, live
      </p>
      <SendValue base={base} />
      <p role="status" className={phase === 'open' ? 'live-mark' : undefined}>
        {phase === 'connecting' ? (wait ?? 'Connecting…') : status}
      </p>
      {phase === 'closed' && (
        <button type="button" className="control control--main" onClick={onAgain}>
          Connect again
        </button>
      )}
      {Chart && variable !== '' && (
        <Chart series={series} label={variable} nameOf={() => node?.name ?? ''} />
      )}
      {hasFailed && (
        <p role="alert">The chart could not be loaded. Check your network connection.</p>
      )}
      <p className="live-values__hint">
        {project && isInBrowser(project)
          ? 'This sandbox runs in your browser: values of this site’s pages arrive here. Values from a terminal or a board need the sandbox on the server.'
          : 'Values that you send from a terminal or a board to this sandbox project arrive here, too.'}
      </p>
    </section>
  );
}

/** The values of the tab's sandbox project as a chart that follows its live stream, and a form that sends one. */
export default function Live(): ReactNode {
  const [attempt, setAttempt] = useState(0);
  return <Values key={attempt} onAgain={() => setAttempt(attempt + 1)} />;
}

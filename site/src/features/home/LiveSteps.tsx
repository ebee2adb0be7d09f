import React, {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { loadOperation } from '@site/src/requests/operation';
import {
  sandboxProject,
  type SandboxProject,
  useSandboxWait,
} from '@site/src/features/sandbox-project';
import { steps } from '../../contracts/home-steps';
import './live.css';
import { progressAfter, type Progress } from './progress';
import Sparkline from './Sparkline';
import Steps from './Steps';
import { createProject, problemOf, readValues, submitValue, type Exchange } from './tour';

function Text({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  return (
    <>
      <h3>{label}</h3>
      <pre tabIndex={0} role="group" aria-label={label}>
        <code translate="no" data-as-is>
          {text}
        </code>
      </pre>
    </>
  );
}

function Result({ exchange }: { readonly exchange: Exchange | undefined }): ReactNode {
  if (!exchange) return <p className="live__empty">The request and its response appear here.</p>;
  const { request, response, problem } = exchange;
  return (
    <>
      {request !== '' && <Text label="Request" text={request} />}
      {response !== '' && <Text label="Response" text={response} />}
      {problem && (
        <div className="live__failure" role="alert">
          <p>
            <strong>{problem.title}.</strong> {problem.message}
          </p>
          <p>{problem.hint}</p>
        </div>
      )}
    </>
  );
}

/** Errors of an unavailable site; others are defects. */
const loadProblem = {
  title: 'Could not load the operation',
  message: 'The site did not respond.',
  hint: 'Check your network connection and try again.',
};

const failed = (problem: Exchange['problem']): Exchange => ({
  request: '',
  response: '',
  result: '',
  ...(problem && { problem }),
});

/** Creates the project of this tab, or reads it. */
async function create(): Promise<{
  readonly exchange: Exchange;
  readonly project?: SandboxProject;
}> {
  try {
    const { project, ...exchange } = await createProject();
    return { exchange, project };
  } catch (error) {
    return { exchange: failed(problemOf(error)) };
  }
}

const focusButton = (list: HTMLDivElement | null) =>
  list?.querySelector('button')?.focus({ preventScroll: true });

/** What the steps show. It belongs to one project: the reader can choose another, in any tab. */
interface Shown {
  readonly projectId: string | undefined;
  readonly exchanges: readonly (Exchange | undefined)[];
  /** The values that were read last. */
  readonly reading?: Required<Pick<Exchange, 'points' | 'variable'>>;
}

const nothing: Shown = { projectId: undefined, exchanges: [] };

/** Shows the exchange of a step beside those of the same project. */
function shownAfter(former: Shown, index: number, exchange: Exchange): Shown {
  const projectId = sandboxProject()?.projectId;
  const { exchanges, reading } = former.projectId === projectId ? former : nothing;
  const { points = [], variable = '' } = exchange;
  const newest = points.length > 0 ? { points, variable } : reading;
  return {
    projectId,
    exchanges: steps.map((_, step) => (step === index ? exchange : exchanges[step])),
    ...(newest && { reading: newest }),
  };
}

export interface LiveStepsProps {
  readonly onProgress: Dispatch<SetStateAction<Progress | undefined>>;
}

/** The steps of the tour, which send requests to the sandbox. Creates the project when it appears. */
export default function LiveSteps({ onProgress }: LiveStepsProps): ReactNode {
  const id = useId();
  const submit = useBaseUrl('/operations/device/submitdata.json');
  const query = useBaseUrl('/operations/platform/data-get-data.json');
  const [{ exchanges, reading }, setShown] = useState(nothing);
  const [busy, setBusy] = useState<number | undefined>(0);
  const [project, setProject] = useState<SandboxProject>();
  const [text, setText] = useState('24.5');
  const [status, setStatus] = useState('');
  const wait = useSandboxWait();
  const cancel = useRef<AbortController>(undefined);

  const value = Number(text);
  const isValid = text.trim() !== '' && Number.isFinite(value);
  const isReady = [true, project !== undefined, project !== undefined];

  /** Shows the request and response of a step, and its result in the picture. */
  const show = useCallback(
    (index: number, exchange: Exchange) => {
      setBusy(undefined);
      setShown((former) => shownAfter(former, index, exchange));
      setStatus(exchange.result);
      const current = sandboxProject();
      if (exchange.problem || !current) return;
      const { sent, points } = exchange;
      const done =
        sent === undefined
          ? points && ({ read: points, last: 'read' } as const)
          : ({ sent, last: 'sent' } as const);
      onProgress((former) => progressAfter(former, current, done ?? {}));
    },
    [onProgress],
  );

  /** Runs a step, unless another one is running. */
  const run = (index: number, task: (signal: AbortSignal) => Promise<Exchange>) => {
    if (busy !== undefined || !isReady[index]) return;
    const controller = new AbortController();
    cancel.current = controller;
    setBusy(index);
    setStatus('');
    void task(controller.signal).then((exchange) => {
      if (!controller.signal.aborted) show(index, exchange);
    });
  };

  const createAgain = () =>
    run(0, async () => {
      const created = await create();
      setProject(created.project);
      return created.exchange;
    });
  const send = () =>
    run(1, async (signal) => {
      const operation = await loadOperation(submit).catch(() => undefined);
      const current = sandboxProject() ?? project;
      if (!operation || !current) return failed(loadProblem);
      return submitValue(operation, current, value, signal);
    });
  const read = () =>
    run(2, async (signal) => {
      const operation = await loadOperation(query).catch(() => undefined);
      const current = sandboxProject() ?? project;
      if (!operation || !current) return failed(loadProblem);
      return readValues(operation, current, signal);
    });

  useEffect(() => {
    const controller = new AbortController();
    cancel.current = controller;
    void create().then((created) => {
      if (controller.signal.aborted) return;
      setProject(created.project);
      show(0, created.exchange);
    });
    return () => controller.abort();
  }, [show]);
  const stop = useCallback(() => cancel.current?.abort(), []);
  useEffect(() => stop, [stop]);

  const button = (index: number, label: string, busyLabel: string, onClick?: () => void) => (
    <button
      type={onClick ? 'button' : 'submit'}
      className="control control--main"
      aria-disabled={busy !== undefined || !isReady[index] || (index === 1 && !isValid)}
      onClick={onClick}
    >
      {busy === index ? busyLabel : exchanges[index]?.problem ? 'Try again' : label}
    </button>
  );
  const results = steps.map((_, index) => <Result key={index} exchange={exchanges[index]} />);
  return (
    <div ref={focusButton} className="live">
      <Steps
        contents={[
          <React.Fragment key="create">
            <div className="live__form">
              {button(0, project ? 'Read the project' : steps[0].title, 'Creating…', createAgain)}
            </div>
            {results[0]}
          </React.Fragment>,
          <React.Fragment key="send">
            <form
              className="live__form"
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                if (isValid) send();
              }}
            >
              <label htmlFor={id}>Value</label>
              <input
                id={id}
                inputMode="decimal"
                autoComplete="off"
                value={text}
                aria-invalid={!isValid}
                aria-describedby={`${id}error`}
                onChange={(event) => setText(event.target.value)}
              />
              {button(1, 'Send', 'Sending…')}
              <span id={`${id}error`} role="alert">
                {isValid ? '' : 'Enter a number.'}
              </span>
            </form>
            {results[1]}
          </React.Fragment>,
          <React.Fragment key="read">
            <div className="live__form">{button(2, 'Read the values', 'Reading…', read)}</div>
            {reading && <Sparkline variable={reading.variable} points={reading.points} />}
            {results[2]}
          </React.Fragment>,
        ]}
      />
      <p className="live__status" role="status">
        {busy === undefined ? status : (wait ?? 'Sending the request…')}
      </p>
    </div>
  );
}

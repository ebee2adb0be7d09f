import React, { useEffect, useId, useState, type ReactNode } from 'react';
import {
  isInBrowser,
  SandboxError,
  openSandboxProject,
  requestSandbox,
  type SandboxProject,
  sandboxProject,
  useSandboxProject,
} from '@site/src/features/sandbox-project';
import { dateText } from '@site/src/components/date-text';
import '@site/src/css/live.css';
import styles from './styles.module.css';

/** An event of `GET /projects/events` (`packages/sandbox/src/core/events.ts`). */
interface SandboxEvent {
  readonly eventId: string;
  readonly eventSource: string;
  readonly eventType: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly received: number;
  readonly data: object;
  readonly isTooOldForRules: boolean;
  readonly rules: readonly string[];
}

/** What the receiver in the sandbox got: an item of `GET /projects/deliveries`. */
interface Delivery {
  readonly eventId: string;
  readonly rule: string;
  readonly body: object;
}

interface Shown {
  /** Id of a node: another project, and one that was reset, has others. */
  readonly nodeId: string | undefined;
  /** Whether the project is in the browser: terminals cannot reach it. */
  readonly isLocal: boolean;
  readonly events: readonly SandboxEvent[];
  readonly deliveries: readonly Delivery[];
  /** Names of nodes by id. */
  readonly names: ReadonlyMap<string, string>;
}

const limit = 20;

async function readEvents(project: SandboxProject): Promise<Shown> {
  const { apiKey, nodes } = project;
  const [events, deliveries] = await Promise.all([
    requestSandbox('GET', `/projects/events?limit=${limit}`, { apiKey }),
    requestSandbox('GET', `/projects/deliveries?limit=${limit}`, { apiKey }),
  ]);
  return {
    nodeId: nodes[0]?.nodeId,
    isLocal: isInBrowser(project),
    events: events.events as readonly SandboxEvent[],
    deliveries: deliveries.deliveries as readonly Delivery[],
    names: new Map(nodes.map(({ nodeId, name }) => [nodeId, name])),
  };
}

/** Replaces the rules of the project by one. @throws SandboxError with the reason for an invalid pattern */
async function storeRule(pattern: string): Promise<void> {
  const { apiKey } = await openSandboxProject();
  const body = `{"rules":[{"name":"page","pattern":${pattern}}]}`;
  await requestSandbox('PUT', '/projects/rules', { apiKey, file: new Blob([body]) });
}

function outcomeOf({ isTooOldForRules, rules }: SandboxEvent): string {
  if (rules.length > 0) return `Matched ${rules.map((rule) => `“${rule}”`).join(', ')}`;
  return isTooOldForRules ? 'Too old for rules' : 'No rule matched';
}

function Event({ event, shown }: { readonly event: SandboxEvent; readonly shown: Shown }) {
  const delivered = shown.deliveries.filter(({ eventId }) => eventId === event.eventId);
  return (
    <li>
      <p>
        <strong>{event.eventType}</strong> · {shown.names.get(event.eventSource) ?? 'Deleted node'}{' '}
        ·{' '}
        <time dateTime={new Date(event.timestamp).toISOString()}>
          {dateText(event.timestamp, { timeStyle: 'medium' })}
        </time>
      </p>
      <code translate="no" data-as-is>
        {JSON.stringify(event.data)}
      </code>
      <p className={styles.outcome}>{outcomeOf(event)}</p>
      {delivered.map(({ rule, body }) => (
        <details key={rule} className="disclosure">
          <summary>Webhook request of “{rule}”</summary>
          <pre tabIndex={0}>
            <code translate="no" data-as-is>
              {JSON.stringify(body, undefined, 2)}
            </code>
          </pre>
        </details>
      ))}
    </li>
  );
}

function countText({ isLocal, events: { length: count } }: Shown): string {
  if (count === 0 && isLocal) {
    return 'No events yet. Terminals cannot reach the sandbox in this browser. Publish an event with the MQTT console, to the custom topic events/submit/json.';
  }
  if (count === 0) return 'No events yet. Submit one with the commands on this page.';
  return count === 1 ? '1 event' : `${count} events, newest first`;
}

const textOf = (error: unknown) =>
  error instanceof SandboxError
    ? `${error.title}. ${error.message} ${error.hint}`
    : 'The events could not be read. Try again.';

interface State {
  readonly shown?: Shown;
  /** Read to screen readers when it changes. */
  readonly status: string;
  readonly isBusy: boolean;
}

/** @param project to read; undefined to open that of the tab, which may create one */
async function read(project?: SandboxProject): Promise<State> {
  try {
    const shown = await readEvents(project ?? (await openSandboxProject()));
    return { shown, status: countText(shown), isBusy: false };
  } catch (error) {
    return { status: textOf(error), isBusy: false };
  }
}

/** @param pattern JSON text */
async function store(pattern: string): Promise<State> {
  try {
    await storeRule(pattern);
    return { status: 'The rule is stored. It runs on the next events.', isBusy: false };
  } catch (error) {
    const isPattern = error instanceof SandboxError && error.kind === 'rejected';
    const status = isPattern
      ? `${error.title}. ${error.message} Correct the pattern.`
      : textOf(error);
    return { status, isBusy: false };
  }
}

/** The newest events of the tab's project, the rules that matched, and what their webhooks delivered in the sandbox. */
export default function Timeline(): ReactNode {
  const id = useId();
  const [{ shown, status, isBusy }, setState] = useState<State>({
    status: 'Loading…',
    isBusy: true,
  });
  const [pattern, setPattern] = useState('{"eventType":["door-unlocked"]}');

  const run = (action: () => Promise<State>) => {
    if (isBusy) return;
    setState((former) => ({ ...former, isBusy: true }));
    void action().then((next) => {
      setState((former) => ({ ...former, ...next }));
    });
  };
  useEffect(() => {
    void read().then(setState);
  }, []);
  const nodeId = useSandboxProject()?.nodes[0]?.nodeId;
  useEffect(() => {
    // Does not open the project, which would create one if it has ended: the reader has not asked for that.
    const project = sandboxProject();
    if (shown && project && project.nodes[0]?.nodeId !== shown.nodeId) {
      void read(project).then(setState);
    }
  }, [shown, nodeId]);
  const isDeleted = shown !== undefined && nodeId === undefined;
  return (
    <section
      className={`tool ${styles.box}`}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      ref={focus}
    >
      <p id={`${id}-title`} className={styles.title}>
        Events of your sandbox project
      </p>
      <label htmlFor={`${id}-pattern`}>Rule pattern</label>
      <textarea
        className="control control--field control--code"
        id={`${id}-pattern`}
        rows={2}
        spellCheck={false}
        value={pattern}
        onChange={(event) => setPattern(event.target.value)}
      />
      <div className={styles.buttons}>
        <button
          type="button"
          className="control control--main"
          aria-disabled={isBusy}
          onClick={() => run(() => store(pattern))}
        >
          Store rule
        </button>
        <button type="button" className="control" aria-disabled={isBusy} onClick={() => run(read)}>
          Refresh
        </button>
      </div>
      <p role="status">
        {isDeleted ? 'The project was deleted. Refresh creates another one.' : status}
      </p>
      {shown && !isDeleted && shown.events.length > 0 && (
        <ol className={`${styles.events} live-timeline`}>
          {shown.events.map((event) => (
            <Event key={event.eventId} event={event} shown={shown} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** Moves the focus to a section that replaced the button in use. */
function focus(section: HTMLElement | null): void {
  section?.focus({ preventScroll: true });
}

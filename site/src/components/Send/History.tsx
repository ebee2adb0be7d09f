import React, { type MouseEvent, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import type { Call } from '@site/src/runner/call';
import { resendOnItsPage, type PastCall } from '@site/src/runner/history';

interface Props {
  readonly call: Call;
  /** The newest first. */
  readonly calls: readonly PastCall[];
  readonly onAgain: (past: PastCall) => void;
  readonly onForget: () => void;
}

/** False for a click that opens another tab or window: this one must not send the call later on. */
const isPlain = (event: MouseEvent) =>
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

const time = (at: number) => new Date(at).toLocaleTimeString('en-GB');

/** Sends a call again: here when it is of this page, otherwise on its own page. */
function Again({
  call,
  past,
  onAgain,
}: Pick<Props, 'call' | 'onAgain'> & { past: PastCall }): ReactNode {
  const label = `Send again: ${past.title}, ${time(past.at)}`;
  if (past.call === call.id) {
    return (
      <button
        type="button"
        className="runner__quiet"
        aria-label={label}
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

/** The last calls of this tab. */
export default function History({ call, calls, onAgain, onForget }: Props): ReactNode {
  if (calls.length === 0) return null;
  return (
    <details className="runner__history">
      <summary>{`Requests in this tab (${calls.length})`}</summary>
      <ol>
        {calls.map((past) => (
          <li key={past.id}>
            <span>
              <time dateTime={new Date(past.at).toISOString()}>{time(past.at)}</time> {past.title}
            </span>
            <span className={past.succeeded ? 'runner__status--ok' : 'runner__status--bad'}>
              {past.result}
              {past.milliseconds !== undefined && ` · ${past.milliseconds} ms`}
            </span>
            <Again call={call} past={past} onAgain={onAgain} />
          </li>
        ))}
      </ol>
      <button type="button" className="runner__quiet" onClick={onForget}>
        Clear history
      </button>
    </details>
  );
}

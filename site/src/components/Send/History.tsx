import React, { useCallback, type MouseEvent, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import useBaseUrl from '@docusaurus/useBaseUrl';
import Export from '@site/src/components/Export';
import type { OperationData } from '@site/src/runner/operation';
import { resendOnItsPage, type PastRequest } from '@site/src/runner/history';

interface Props {
  readonly operation: OperationData;
  /** Newest first. */
  readonly requests: readonly PastRequest[];
  readonly onAgain: (past: PastRequest) => void;
  readonly onClear: () => void;
}

/** False for a click that opens another tab or window, where this tab must not send the request later. */
const isPlain = (event: MouseEvent) =>
  !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

const time = (at: number) => new Date(at).toLocaleTimeString('en-GB');

/** Resends a request: on this page if it belongs here, otherwise on the page of its operation. */
function ResendButton({
  operation,
  past,
  onAgain,
}: Pick<Props, 'operation' | 'onAgain'> & { past: PastRequest }): ReactNode {
  const label = `Send again: ${past.title}, ${time(past.at)}`;
  if (past.operation === operation.id) {
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

/** The last requests of this tab. */
export default function History({ operation, requests, onAgain, onClear }: Props): ReactNode {
  const folder = useBaseUrl('/operations/');
  const collect = useCallback(
    () => import('@site/src/runner/export').then((load) => load.exportHistory(folder, requests)),
    [folder, requests],
  );
  if (requests.length === 0) return null;
  return (
    <details className="runner__history">
      <summary>{`Requests in this tab (${requests.length})`}</summary>
      <ol>
        {requests.map((past) => (
          <li key={past.id}>
            <span>
              <time dateTime={new Date(past.at).toISOString()}>{time(past.at)}</time> {past.title}
            </span>
            <span className={past.succeeded ? 'runner__status--ok' : 'runner__status--bad'}>
              {past.result}
              {past.milliseconds !== undefined && ` · ${past.milliseconds} ms`}
            </span>
            <ResendButton operation={operation} past={past} onAgain={onAgain} />
          </li>
        ))}
      </ol>
      <Export label="Export these requests" collect={collect} />
      <button type="button" className="runner__quiet" onClick={onClear}>
        Clear history
      </button>
    </details>
  );
}

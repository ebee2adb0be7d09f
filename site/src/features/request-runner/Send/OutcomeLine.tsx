import React, { type ReactNode } from 'react';
import type { Outcome } from '@site/src/requests/outcome';
import { hasSucceeded, outcomeParts } from '@site/src/requests/result-text';

/** Class of the color of an outcome. A canceled request neither succeeded nor failed. */
function tone(outcome: Outcome): string {
  if (outcome.kind === 'canceled') return '';
  return outcome.kind === 'response' && hasSucceeded(outcome) ? 'tone--good' : 'tone--bad';
}

/** The status of a response, its time and size, and its error; or why there is no response. As text, it is one line. */
export default function OutcomeLine({ outcome }: { readonly outcome: Outcome }): ReactNode {
  const { status, sentence, figures } = outcomeParts(outcome);
  const [time, size] = figures;
  return (
    <span className={`outcome ${tone(outcome)}`}>
      {status !== '' && <strong className="outcome__status">{status} </strong>}
      {sentence !== '' && <span className="outcome__sentence">{sentence} </span>}
      {time !== undefined && (
        <span className="outcome__figures">
          {time} · {size}
        </span>
      )}
    </span>
  );
}

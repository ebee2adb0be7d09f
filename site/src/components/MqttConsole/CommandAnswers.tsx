import React, { type ReactNode } from 'react';
import type { Reporting } from './use-reports';

interface Props {
  readonly commandId: string;
  readonly reporting: Reporting;
}

/** What the device says of a command that arrived: each button publishes a status update with the command's id. */
export default function CommandAnswers({ commandId, reporting }: Props): ReactNode {
  const state = reporting.stateOf(commandId);
  const next = reporting.next(state);
  return (
    <div className="mqtt__answers" role="group" aria-label="Answer the command">
      <span className="runner__hint">
        {state === undefined ? 'Answer:' : `Reported: ${state}.`}
        {next.length === 0 && ' The command is concluded.'}
      </span>
      {next.map((report) => (
        <button
          key={report}
          type="button"
          className="runner__quiet"
          onClick={() => reporting.report(commandId, report)}
        >
          {report}
        </button>
      ))}
    </div>
  );
}

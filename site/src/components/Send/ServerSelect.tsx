import React, { useId, type ReactNode } from 'react';
import type { ServerChoice } from '@site/src/runner/servers';

interface Props {
  readonly choices: readonly ServerChoice[];
  /** Base URL. */
  readonly chosen: string;
  readonly onChoose: (url: string) => void;
}

/** Where the call goes. */
export default function ServerSelect({ choices, chosen, onChoose }: Props): ReactNode {
  const id = useId();
  return (
    <div className="runner__field">
      <label htmlFor={id}>Server</label>
      <select id={id} value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {choices.map(({ url, label }) => (
          <option key={url} value={url}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

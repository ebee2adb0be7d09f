import React, { type ReactNode } from 'react';
import CopyButton from '@site/src/components/CodeBlock/CopyButton';

interface Props {
  readonly method: string;
  /** URL up to the value of the server's variable, or all of it. */
  readonly before: string;
  /** Name of the variable, such as `region`. */
  readonly variable?: string;
  readonly value?: string;
  readonly after?: string;
}

/** Method and address of a call, the part that depends on the region marked. */
export default function Endpoint({ method, before, variable, value, after }: Props): ReactNode {
  const url = `${before}${value ?? ''}${after ?? ''}`;
  return (
    <div className="endpoint">
      <span className="endpoint__method">{method}</span>
      <code className="endpoint__url">
        {before}
        {variable !== undefined && <span title={variable}>{value}</span>}
        {after}
      </code>
      <CopyButton source={() => url} label="URL" />
    </div>
  );
}

import React, { useRef, type ReactNode } from 'react';
import CopyButton from '@site/src/components/CodeBlock/CopyButton';

export interface Props {
  readonly method: string;
  /** URL up to the value of the server's variable, or all of it. */
  readonly before: string;
  /** Name of the variable, such as `region`. */
  readonly variable?: string;
  readonly value?: string;
  readonly after?: string;
  /** Rendered at the end of the bar. */
  readonly children?: ReactNode;
}

/** Method and address of a call, the part that depends on the region marked. */
export default function Endpoint(props: Props): ReactNode {
  const { method, before, variable, value, after, children } = props;
  const url = useRef<HTMLElement>(null);
  return (
    <div className="endpoint">
      <span className="endpoint__method">{method}</span>
      <code ref={url} className="endpoint__url">
        {before}
        {variable !== undefined && <span title={variable}>{value}</span>}
        {after}
      </code>
      <CopyButton source={() => url.current?.textContent ?? ''} label="URL" />
      {children}
    </div>
  );
}

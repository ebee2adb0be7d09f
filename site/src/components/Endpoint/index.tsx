import React, { useRef, type ReactNode } from 'react';
import CopyButton from '@site/src/components/CodeBlock/CopyButton';

export interface Props {
  readonly method: string;
  /** URL up to the value of the server variable, or the whole URL. */
  readonly before: string;
  /** Name of the server variable, such as `region`. */
  readonly variable?: string;
  readonly value?: string;
  readonly after?: string;
  /** Rendered at the end of the bar. */
  readonly children?: ReactNode;
}

/** Method and URL of an operation, with the value of the server variable highlighted. */
export default function Endpoint(props: Props): ReactNode {
  const { method, before, variable, value, after, children } = props;
  const url = useRef<HTMLElement>(null);
  return (
    <div className="endpoint">
      <span className="endpoint__method">{method}</span>
      {/* A horizontally scrollable URL must be keyboard accessible (WCAG 2.1.1). */}
      <div className="endpoint__url" tabIndex={0} role="group" aria-label="URL">
        <code ref={url}>
          {before}
          {variable !== undefined && <span title={variable}>{value}</span>}
          {after}
        </code>
      </div>
      <CopyButton source={() => url.current?.textContent ?? ''} label="URL" />
      {children}
    </div>
  );
}

import React, { type ReactNode } from 'react';
import type { JsonValue } from '@anedya-docs/openapi-model';
import CopyButton from '@site/src/components/CodeBlock/CopyButton';
import JsonLines from '@site/src/components/Send/JsonLines';
import { sizeText } from '@site/src/components/Send/result-text';

interface Props {
  readonly text: string;
  /** Whether it is folded whatever its length. */
  readonly isClosed?: boolean;
  /** What it is, for screen readers. */
  readonly label: string;
}

/** Lines above which a body is folded, and characters above which it has no colors. */
const longest = { open: 14, colored: 20_000 };

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The body of a message, indented when it is JSON; a long one is folded. */
export default function Body({ text, isClosed = false, label }: Props): ReactNode {
  const json = parsed(text);
  const pretty = json === undefined ? text : JSON.stringify(json, null, 2);
  const lines = pretty.split('\n').length;
  if (text === '') return <p className="runner__hint">Empty body.</p>;
  const body = (
    <div className="mqtt__body">
      <pre tabIndex={0} role="group" aria-label={label}>
        <code className="hljs">
          {json === undefined || pretty.length > longest.colored ? (
            pretty
          ) : (
            <JsonLines value={json} part="" fields={[]} indent="" />
          )}
        </code>
      </pre>
      <CopyButton source={() => pretty} label={label} />
    </div>
  );
  if (!isClosed && lines <= longest.open) return body;
  return (
    <details>
      <summary>{`Body, ${sizeText(new TextEncoder().encode(text).length)}`}</summary>
      {body}
    </details>
  );
}

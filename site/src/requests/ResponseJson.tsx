import React, { Fragment, useState, type ReactNode, type SyntheticEvent } from 'react';
import type { Field, JsonValue } from '@anedya-docs/openapi-model';
import Marked from '@site/src/components/Marked';
import { explain, fieldOf, fieldsInside, type Described } from '@site/src/requests/explain';

interface JsonLinesProps {
  readonly value: JsonValue;
  readonly part: string;
  /** Documented fields of the value. */
  readonly fields: readonly Field[];
  /** Indentation of the value. */
  readonly indent: string;
}

const tokens: Readonly<Record<string, string>> = {
  string: 'hljs-string',
  number: 'hljs-number',
  boolean: 'hljs-literal',
  object: 'hljs-literal',
};

/** Name of a field; a documented field links to its description on the page. */
function Key({
  name,
  part,
  field,
}: {
  name: string;
  part: string;
  field: Field | undefined;
}): ReactNode {
  const text = JSON.stringify(name);
  const found = explain(part, field);
  if (!found) return <span className="hljs-attr">{text}</span>;
  const type = [found.type, found.unit].filter(Boolean).join(' · ');
  return (
    <a
      className="hljs-attr"
      href={`#${found.anchor}`}
      data-path={found.path}
      data-type={type}
      data-text={found.text}
    >
      {text}
    </a>
  );
}

function Lines({
  children,
  open,
  close,
  indent,
}: {
  readonly children: readonly ReactNode[];
  readonly open: string;
  readonly close: string;
  readonly indent: string;
}): ReactNode {
  if (children.length === 0) return open + close;
  return (
    <>
      {open}
      {children.map((child, index) => (
        <Fragment key={index}>
          {`${index === 0 ? '' : ','}\n${indent}  `}
          {child}
        </Fragment>
      ))}
      {`\n${indent}${close}`}
    </>
  );
}

/** A JSON value, indented by two spaces; field names link to their documentation. */
export function JsonLines({ value, part, fields, indent }: JsonLinesProps): ReactNode {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return (
      <Lines open="[" close="]" indent={indent}>
        {value.map((item, index) => (
          <JsonLines key={index} value={item} part={part} fields={fields} indent={inner} />
        ))}
      </Lines>
    );
  }
  if (typeof value === 'object' && value !== null) {
    return (
      <Lines open="{" close="}" indent={indent}>
        {Object.entries(value).map(([name, item]) => {
          const field = fieldOf(fields, name);
          return (
            <Fragment key={name}>
              <Key name={name} part={part} field={field} />
              {': '}
              <JsonLines value={item} part={part} fields={fieldsInside(field)} indent={inner} />
            </Fragment>
          );
        })}
      </Lines>
    );
  }
  return <span className={tokens[typeof value]}>{JSON.stringify(value)}</span>;
}

interface Props {
  readonly json: JsonValue;
  readonly described: Described;
}

/** JSON response with a description of each field on hover and focus; field names link to their documentation. */
export default function ResponseJson({ json, described }: Props): ReactNode {
  const [explained, setExplained] = useState<DOMStringMap>();
  const show = ({ target }: SyntheticEvent) => {
    const key = (target as HTMLElement).closest<HTMLElement>('[data-path]');
    if (key) setExplained(key.dataset);
  };
  return (
    <>
      <pre tabIndex={0} role="group" aria-label="Body" onMouseOver={show} onFocus={show}>
        <code translate="no" className="hljs" data-as-is>
          <JsonLines value={json} part={described.part} fields={described.fields} indent="" />
        </code>
      </pre>
      <p className="runner__explained" aria-live="polite">
        {explained ? (
          <>
            <code translate="no">{explained.path}</code> · {explained.type}.{' '}
            <Marked text={explained.text ?? ''} />
          </>
        ) : (
          'Each field name leads to its description.'
        )}
      </p>
    </>
  );
}

import React, { type ReactNode } from 'react';
import useBrokenLinks from '@docusaurus/useBrokenLinks';

export { default as Nested } from './Nested';

interface ListProps {
  readonly children: ReactNode;
}

interface FieldProps {
  readonly id: string;
  /** Path from the body's root, such as `policy.allow[]`. */
  readonly path: string;
  readonly type: string;
  readonly required?: boolean;
  readonly children?: ReactNode;
}

interface CodeProps {
  readonly id: string;
  readonly code: string;
  readonly transport?: string;
  readonly children: ReactNode;
}

/** A list of fields. */
export function Fields({ children }: ListProps): ReactNode {
  return <ul className="fields">{children}</ul>;
}

/** The name an entry is linked by; what encloses it stands before it, dimmed. */
function Name({ id, text }: { readonly id: string; readonly text: string }): ReactNode {
  const cut = text.lastIndexOf('.') + 1;
  return (
    <a className="field__name" href={`#${id}`}>
      <code>
        {cut > 0 && <span>{text.slice(0, cut)}</span>}
        {text.slice(cut)}
      </code>
    </a>
  );
}

/** One field with its type; its children say what it means and hold the fields inside it. */
export function Field({ id, path, type, required, children }: FieldProps): ReactNode {
  useBrokenLinks().collectAnchor(id);
  return (
    <li id={id} className="field">
      <div className="field__head">
        <Name id={id} text={path} /> <span className="field__type">{type}</span>
        {required && <span className="field__required"> required</span>}
      </div>
      {children}
    </li>
  );
}

/** A list of reason or error codes. */
export function Codes({ children }: ListProps): ReactNode {
  return <ul className="fields">{children}</ul>;
}

/** One code; its children say what it means, why it comes and what to do. */
export function Code({ id, code, transport, children }: CodeProps): ReactNode {
  useBrokenLinks().collectAnchor(id);
  return (
    <li id={id} className="field">
      <div className="field__head">
        <Name id={id} text={code} />{' '}
        {transport !== undefined && <span className="field__type">{transport}</span>}
      </div>
      {children}
    </li>
  );
}

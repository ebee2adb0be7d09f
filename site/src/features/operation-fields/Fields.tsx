import React, { createContext, useContext, type ReactNode } from 'react';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import useIsBrowser from '@docusaurus/useIsBrowser';
import useOnDemand from '@site/src/components/useOnDemand';

interface NestedProps {
  /** Text of the summary line, such as "Fields of policy". */
  readonly label: string;
  /** True when the fields are initially collapsed. */
  readonly folded?: boolean;
  /** Whether it says the same on the page of each operation. Agents, which read many pages, skip it. */
  readonly repeated?: boolean;
  readonly children: ReactNode;
}

/** Nested fields that the reader can collapse. A link to one of them expands the list (`components/open-target`). */
export function Nested({ label, folded, repeated, children }: NestedProps): ReactNode {
  return (
    <details className="disclosure fields__nested" open={!folded} data-markdown-ignore={repeated}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}

interface ListProps {
  readonly children: ReactNode;
}

interface FieldProps {
  readonly id: string;
  /** Path from the root of the body, such as `policy.allow[]`. */
  readonly path: string;
  readonly type: string;
  readonly required?: boolean;
  readonly children?: ReactNode;
}

interface CodeProps {
  readonly id: string;
  readonly code: string;
  readonly transport?: string;
  /** True for a code that no request in the sandbox gets. */
  readonly noRecipe?: boolean;
  readonly children: ReactNode;
}

/** A list of fields. */
export function Fields({ children }: ListProps): ReactNode {
  return <ul className="fields">{children}</ul>;
}

/** Name of a field or code with a link to itself; the path of its parent is dimmed. */
function Name({ id, text }: { readonly id: string; readonly text: string }): ReactNode {
  const cut = text.lastIndexOf('.') + 1;
  return (
    <a className="field__name" href={`#${id}`}>
      <code translate="no">
        {cut > 0 && <span>{text.slice(0, cut)}</span>}
        {text.slice(cut)}
      </code>
    </a>
  );
}

/** A field with its type. The children are its description and nested fields. */
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

/** Operation of the page, `platform/node-create`; undefined in the catalogs. */
const PageOperation = createContext<string | undefined>(undefined);

interface CodesProps extends ListProps {
  readonly operation?: string;
}

/** A list of reason or error codes, of all operations or of one. */
export function Codes({ operation, children }: CodesProps): ReactNode {
  return (
    <PageOperation.Provider value={operation}>
      <ul className="fields">{children}</ul>
    </PageOperation.Provider>
  );
}

const loadReproduction = () =>
  import('@site/src/features/error-recipes').then(({ Reproduction }) => Reproduction);

/**
 * A code. The children are its meaning, cause and fix. The button that reproduces it in the sandbox is not in the HTML, because it
 * needs scripts.
 */
export function Code({ id, code, transport, noRecipe, children }: CodeProps): ReactNode {
  useBrokenLinks().collectAnchor(id);
  const operation = useContext(PageOperation);
  const { Component: Reproduction, hasFailed, show, preload } = useOnDemand(loadReproduction);
  const hasButton = useIsBrowser() && !noRecipe && !Reproduction;
  return (
    <li id={id} className="field">
      <div className="field__head">
        <Name id={id} text={code} />{' '}
        {transport !== undefined && <span className="field__type">{transport}</span>}
        {hasButton && (
          <button
            type="button"
            className="control control--small field__reproduce"
            aria-label={`Reproduce ${code}`}
            onPointerEnter={preload}
            onFocus={preload}
            onClick={show}
          >
            Reproduce
          </button>
        )}
      </div>
      {children}
      {hasFailed && <p role="alert">The code could not be loaded. Try again.</p>}
      {Reproduction && <Reproduction code={code} operation={operation} />}
    </li>
  );
}

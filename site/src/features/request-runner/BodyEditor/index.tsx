import React, { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { Examples, JsonValue, Schema } from '@anedya-docs/openapi-model';
import type { ExactValue } from '@anedya-docs/openapi-model/typed-number';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { BodyCheck } from './body-errors';
import { initialValue, type ControlKind } from './forms';
import {
  parseBody,
  parseExact,
  printBody,
  type BodyError,
  type ParsedBody,
} from '../../../requests/json-text';
import { pathKey, pathName } from '../../../requests/json-path';
import { tabAfter } from '@site/src/features/samples';
import useKeptFocus from '../../../components/useKeptFocus';
import {
  FormsControl,
  JsonControl,
  NumberControl,
  SelectControl,
  SwitchControl,
  TextControl,
} from './controls';
import { ObjectControl } from './fields';
import {
  type ControlProps,
  ErrorText,
  FormContext,
  type FormState,
  idOf,
  useFocusAfterRender,
  useKind,
} from './form-context';
import { ArrayControl } from './items';
import './styles.css';

/**
 * Counts external changes of a text, which reset the form's state.
 * @returns the count, and a function that announces a change by this editor
 */
function useRevision(text: string): readonly [number, (own: string) => void] {
  const [known, setKnown] = useState({ text, revision: 0 });
  if (known.text !== text) setKnown({ text, revision: known.revision + 1 });
  return [known.revision, (own) => setKnown((before) => ({ ...before, text: own }))];
}

type View = 'form' | 'json';

interface ViewTabsProps {
  readonly prefix: string;
  readonly view: View;
  readonly onView: (view: View) => void;
}

const views: readonly { readonly id: View; readonly label: string }[] = [
  { id: 'form', label: 'Form' },
  { id: 'json', label: 'JSON' },
];

/** Tabs for the two views of the body. */
function ViewTabs({ prefix, view, onView }: ViewTabsProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const current = views.findIndex(({ id }) => id === view);
    const next = tabAfter(event.key, current, views.length);
    const tab = next === undefined ? undefined : views[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    onView(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div
      ref={list}
      className="body-editor__tabs"
      role="tablist"
      aria-label="Body view"
      onKeyDown={onKeyDown}
    >
      {views.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${prefix}${id}-tab`}
          aria-controls={`${prefix}panel`}
          aria-selected={id === view}
          tabIndex={id === view ? 0 : -1}
          className="tab"
          onClick={() => onView(id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function Control(props: ControlProps & { readonly kind: ControlKind }): ReactNode {
  switch (props.kind) {
    case 'forms':
      return <FormsControl {...props} />;
    case 'object':
      return <ObjectControl {...props} />;
    case 'array':
      return <ArrayControl {...props} />;
    case 'select':
      return <SelectControl {...props} />;
    case 'switch':
      return <SwitchControl {...props} />;
    case 'number':
      return <NumberControl {...props} />;
    case 'json':
      return <JsonControl {...props} />;
    case 'text':
    case 'long-text':
      return <TextControl {...props} isLong={props.kind === 'long-text'} />;
  }
}

interface FormViewProps {
  readonly prefix: string;
  readonly schema: Schema;
  readonly example: JsonValue;
  readonly examples: Examples;
  readonly body: ExactValue;
  readonly errors: readonly BodyError[];
  readonly showAll: boolean;
  readonly now: () => number;
  readonly onBody: (body: ExactValue) => void;
}

/** Form for a body, generated from its schema. */
function FormView(props: FormViewProps): ReactNode {
  const { prefix, schema, example, examples, body, errors, showAll, now, onBody } = props;
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const focusAfterRender = useFocusAfterRender();
  const kind = useKind('body', schema, body);
  const form: FormState = {
    prefix,
    example,
    body,
    errors,
    touched,
    showAll,
    now,
    fresh: (part) => bodyWithValues(part, initialValue(part), examples, now()),
    focusAfterRender,
    Control,
    edit: (change) => onBody(change(body)),
    touch: (path) => setTouched((before) => new Set(before).add(pathKey(path))),
  };
  const id = idOf(form, []);
  return (
    <FormContext.Provider value={form}>
      <span id={`${id}-label`} hidden>
        Body
      </span>
      <Control
        kind={kind}
        path={[]}
        name="body"
        schema={schema}
        required
        labelledBy={`${id}-label`}
        describedBy={`${id}-errors`}
      />
      <ErrorText path={[]} isDeep={kind === 'json'} />
    </FormContext.Provider>
  );
}

interface BodyTextProps {
  /** Id of the text area; the error list has the suffix `-errors`. */
  readonly id: string;
  readonly text: string;
  readonly errors: readonly BodyError[];
  readonly onText: (text: string) => void;
}

/** Text of the body with its errors. */
export function BodyText({ id, text, errors, onText }: BodyTextProps): ReactNode {
  const lines = text.split('\n').length;
  return (
    <>
      <textarea
        id={id}
        className="control control--field control--code"
        aria-label="Body as JSON"
        aria-describedby={`${id}-errors`}
        aria-invalid={errors.length > 0 || undefined}
        rows={Math.min(24, Math.max(6, lines + 1))}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <ul className="field-error body-editor__list" id={`${id}-errors`}>
        {errors.map(({ path, message }) => (
          <li key={`${pathName(path)} ${message}`}>
            {path.length > 0 && <code translate="no">{pathName(path)}</code>} {message}.
          </li>
        ))}
      </ul>
    </>
  );
}

interface NoFormProps {
  readonly parsed: ParsedBody;
  readonly onJson: () => void;
}

function reasonOf(parsed: ParsedBody): string {
  if (parsed.kind === 'broken') {
    return `The body is not valid JSON. Line ${parsed.line}, column ${parsed.column}: ${parsed.message}.`;
  }
  const losses = parsed.losses.map(({ path, message }) => `${pathName(path)}: ${message}.`);
  return `The form cannot show this body without changing it. ${losses.join(' ')}`;
}

/** Explains why the form cannot show the body. */
function NoForm({ parsed, onJson }: NoFormProps): ReactNode {
  return (
    <div className="body-editor__none">
      <p>{reasonOf(parsed)}</p>
      <button type="button" className="control control--small" onClick={onJson}>
        Edit as JSON
      </button>
    </div>
  );
}

interface Props {
  /** Schema of the body with resolved references. */
  readonly schema: Schema;
  readonly example: JsonValue;
  /** Values that replace the examples of the documents in new fields. */
  readonly examples: Examples;
  /** Finds the errors of the text. */
  readonly check: BodyCheck;
  /** The text to send. It can be invalid JSON. */
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Shows the errors of all fields, not only of touched ones. */
  readonly showAll: boolean;
  /** Current time in milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Editor for a request body, as a form or as JSON. The parent owns the text and can replace it at any time; `check`
 * validates it.
 */
export default function BodyEditor(props: Props): ReactNode {
  const { schema, example, examples, check, text, onText, showAll, now } = props;
  const prefix = useId();
  const [view, setView] = useState<View>('form');
  const [revision, announce] = useRevision(text);
  const focusAfterRender = useFocusAfterRender();
  const kept = useKeptFocus<HTMLDivElement>();
  const parsed = useMemo(() => parseBody(text), [text]);
  const errors = useMemo(() => check(text), [check, text]);

  const change = (next: string) => {
    announce(next);
    onText(next);
  };
  const editAsJson = () => {
    setView('json');
    focusAfterRender(`${prefix}json`);
  };
  const body = useMemo(() => parseExact(text), [text]);
  const form =
    parsed.kind === 'read' && body !== undefined && !parsed.repeatsKeys ? (
      <FormView
        key={revision}
        schema={schema}
        example={example}
        examples={examples}
        errors={errors}
        showAll={showAll}
        now={now}
        prefix={`${prefix}body`}
        body={body}
        onBody={(body) => change(printBody(body))}
      />
    ) : (
      <NoForm parsed={parsed} onJson={editAsJson} />
    );
  return (
    <div className="body-editor">
      <ViewTabs prefix={prefix} view={view} onView={setView} />
      <div
        {...kept}
        role="tabpanel"
        tabIndex={-1}
        id={`${prefix}panel`}
        aria-labelledby={`${prefix}${view}-tab`}
        className="body-editor__panel"
      >
        {view === 'form' ? (
          form
        ) : (
          <BodyText id={`${prefix}json`} text={text} errors={errors} onText={change} />
        )}
      </div>
    </div>
  );
}

import React, { type ReactNode } from 'react';
import type { Schema } from '@anedya-docs/openapi-model';
import { mergeSchema, typeName } from '@anedya-docs/openapi-model/fields';
import { objectFields } from './form-rows';
import { isGroup } from './forms';
import { type Path, removeAt, setAt, valueAt } from '../../../requests/json-path';
import { type ControlProps, ErrorText, idOf, useForm, useKind } from './form-context';
import { MapEntries } from './items';

/** Part of a hint: code or text. */
interface HintPart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Removes links and emphasis from Markdown; code keeps its backticks. */
const plain = (markdown: string) =>
  markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('**', '');

/** First sentence of a Markdown description, as text and code. A period inside code does not end it. */
export function hintOf(description = ''): readonly HintPart[] {
  const [sentence = ''] =
    /^(?:`[^`]*`|[^`]|`)*?(?:[.!?](?=\s|$)|$)/.exec(plain(description).trim()) ?? [];
  return sentence
    .split('`')
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

interface AboutProps {
  readonly id: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly isUndescribed?: boolean;
}

/** First sentence of a description. */
function Hint({ markdown }: { readonly markdown: string | undefined }): ReactNode {
  return (
    <span className="body-editor__hint">
      {hintOf(markdown).map(({ text, isCode }, index) =>
        isCode ? (
          <code translate="no" key={index}>
            {text}
          </code>
        ) : (
          text
        ),
      )}
    </span>
  );
}

/** Type, unit and description of a field. */
function About({ id, schema, required, isUndescribed }: AboutProps): ReactNode {
  const { description, format, 'x-unit': unit, 'x-provisional': doubt } = mergeSchema(schema);
  const type = format === 'uuid' ? 'UUID' : typeName(schema);
  return (
    <span className="body-editor__about" id={id}>
      <span className="body-editor__meta">
        {isUndescribed ? 'undocumented' : unit === undefined ? type : `${type}, ${unit}`}
        {required && <span className="body-editor__required"> required</span>}
      </span>
      <Hint markdown={description} />
      {doubt !== undefined && <Hint markdown={`Unconfirmed: ${doubt}`} />}
    </span>
  );
}

interface AddButtonProps {
  readonly path: Path;
  readonly name: string;
  readonly schema: Schema;
}

/** Adds an optional field with an initial value and focuses it. */
function AddButton({ path, name, schema }: AddButtonProps): ReactNode {
  const form = useForm();
  const id = idOf(form, path);
  const add = () => {
    form.edit((body) => setAt(body, path, form.fresh(schema)));
    form.focusAfterRender(`${id}-field`);
  };
  return (
    <button
      type="button"
      id={`${id}-add`}
      className="control control--small"
      aria-label={`Add ${name}`}
      onClick={add}
    >
      <code translate="no">{name}</code>
    </button>
  );
}

interface FieldProps {
  readonly path: Path;
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly isUndescribed?: boolean;
  /** Removes the field from the body; undefined for required fields. */
  readonly onRemove?: () => void;
}

/** Kinds whose control can show a missing value. */
const canBeEmpty = new Set(['text', 'long-text', 'number', 'select']);

/** One field: name, description, control and errors. */
function Field(props: FieldProps): ReactNode {
  const { path, name, schema, required, isUndescribed, onRemove } = props;
  const form = useForm();
  const { Control } = form;
  const id = idOf(form, path);
  const value = valueAt(form.body, path);
  const kind = useKind(name, schema, value);
  const describedBy = `${id}-about ${id}-errors`;
  const isAbsent = value === undefined && !canBeEmpty.has(kind);

  const about = (
    <About id={`${id}-about`} schema={schema} required={required} isUndescribed={isUndescribed} />
  );
  const remove = onRemove && (
    <button
      type="button"
      className="control control--small control--quiet body-editor__remove"
      aria-label={`Remove ${name}`}
      onClick={onRemove}
    >
      Remove
    </button>
  );
  const label = (
    <code translate="no" id={`${id}-label`}>
      {name}
    </code>
  );
  const rest = (
    <>
      {isAbsent ? (
        <div className="body-editor__offers">
          <span aria-hidden="true">Add:</span>
          <AddButton path={path} name={name} schema={schema} />
        </div>
      ) : (
        <Control
          kind={kind}
          path={path}
          name={name}
          schema={schema}
          required={required}
          labelledBy={`${id}-label`}
          describedBy={describedBy}
        />
      )}
      <ErrorText path={path} isDeep={kind === 'json'} />
    </>
  );
  if (isGroup(kind)) {
    return (
      <fieldset
        className="body-editor__field body-editor__field--group"
        id={`${id}-field`}
        aria-describedby={describedBy}
      >
        <legend className="body-editor__name">{label}</legend>
        {remove}
        {about}
        {rest}
      </fieldset>
    );
  }
  return (
    <div className="body-editor__field" id={`${id}-field`}>
      <label className="body-editor__name" htmlFor={isAbsent ? `${id}-add` : id}>
        {label}
      </label>
      {remove}
      {about}
      {rest}
    </div>
  );
}

/** Fields of an object: present and required ones, then buttons for the optional ones. */
export function ObjectControl(props: Pick<ControlProps, 'path' | 'name' | 'schema'>): ReactNode {
  const { path, schema } = props;
  const form = useForm();
  const id = idOf(form, path);
  const value = valueAt(form.body, path);
  const { shown, offered, others, entries } = objectFields(schema, value, path, form.errors);

  const remove = (name: string, isOffered: boolean) => () => {
    const field = [...path, name];
    form.edit((body) => removeAt(body, field));
    form.focusAfterRender(isOffered ? `${idOf(form, field)}-add` : `${id}-fields`);
  };
  return (
    <div className="body-editor__fields" id={`${id}-fields`}>
      {shown.map(({ name, schema: own, required }) => (
        <Field
          key={name}
          path={[...path, name]}
          name={name}
          schema={own}
          required={required}
          onRemove={required ? undefined : remove(name, true)}
        />
      ))}
      {entries ? (
        <MapEntries {...props} keys={others} entries={entries} />
      ) : (
        others.map((name) => (
          <Field
            key={name}
            path={[...path, name]}
            name={name}
            schema={{}}
            required={false}
            isUndescribed
            onRemove={remove(name, false)}
          />
        ))
      )}
      {offered.length > 0 && (
        <div
          className="body-editor__offers"
          role="group"
          aria-label={`Optional fields of ${props.name}`}
        >
          <span aria-hidden="true">Add:</span>
          {offered.map(({ name, schema: own }) => (
            <AddButton key={name} path={[...path, name]} name={name} schema={own} />
          ))}
        </div>
      )}
    </div>
  );
}

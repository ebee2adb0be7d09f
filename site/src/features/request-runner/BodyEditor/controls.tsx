import React, { type ReactNode, useState } from 'react';
import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { roundedValue } from '@anedya-docs/openapi-model/typed-number';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import {
  currentForm,
  formsOf,
  timestampChoice,
  timestampUnit,
  toTimestamp,
  utcText,
} from './forms';
import {
  numberText,
  parseBody,
  parseExact,
  printBody,
  typedNumber,
  type ParsedBody,
} from '../../../requests/json-text';
import { exampleAt, setAt, valueAt } from '../../../requests/json-path';
import { type ControlProps, idOf, useControl, useForm, useKind } from './form-context';

/** String in one line or several. */
export function TextControl(props: ControlProps & { readonly isLong: boolean }): ReactNode {
  const { value, set, attributes } = useControl(props);
  const shared = {
    ...attributes,
    className: 'control control--field control--code',
    value: typeof value === 'string' ? value : '',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  };
  return props.isLong ? (
    <textarea {...shared} rows={2} onChange={({ target }) => set(target.value)} />
  ) : (
    <input {...shared} type="text" onChange={({ target }) => set(target.value)} />
  );
}

/** True or false. */
export function SwitchControl(props: ControlProps): ReactNode {
  const { value, set, attributes } = useControl(props);
  const { 'aria-required': _required, 'aria-invalid': _invalid, ...others } = attributes;
  return (
    <button
      {...others}
      type="button"
      role="switch"
      aria-checked={value === true}
      className="body-editor__switch"
      onClick={() => set(value !== true)}
    >
      <span className="body-editor__knob" />
      {value === true ? 'true' : 'false'}
    </button>
  );
}

const labelOf = (value: JsonValue) =>
  typeof value === 'string' && value !== '' ? value : JSON.stringify(value);

/** Enum. A value of the body that is not in the list is also an option. */
export function SelectControl(props: ControlProps): ReactNode {
  const { value: typed, set, attributes } = useControl(props);
  const value = typed === undefined ? undefined : roundedValue(typed);
  const { enum: list, const: only } = mergeSchema(props.schema);
  const values = list ?? (only === undefined ? [] : [only]);
  const isOther = value !== undefined && !values.includes(value);
  return (
    <select
      {...attributes}
      className="control control--field control--code"
      value={value === undefined ? '' : JSON.stringify(value)}
      onChange={({ target }) => set(JSON.parse(target.value) as JsonValue)}
    >
      {value === undefined && <option value="">Choose…</option>}
      {isOther && <option value={JSON.stringify(value)}>{labelOf(value)} (not listed)</option>}
      {values.map((one) => (
        <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
          {labelOf(one)}
        </option>
      ))}
    </select>
  );
}

/** On-screen keyboard. On some phones, numeric keyboards have no minus sign. */
function keyboardOf(schema: Schema): 'numeric' | 'decimal' | 'text' {
  const { type, minimum } = mergeSchema(schema);
  if (type === 'integer') return (minimum ?? 0) < 0 ? 'text' : 'numeric';
  return (minimum ?? -1) < 0 ? 'text' : 'decimal';
}

/** Number. A timestamp also has a button for a usable value and is shown as a date. */
export function NumberControl(props: ControlProps): ReactNode {
  const form = useForm();
  const { value, set, attributes } = useControl(props);
  const [draft, setDraft] = useState('');
  const unit = timestampUnit(props.schema, exampleAt(form.example, props.path));
  const text = numberText(draft, value);
  const date =
    unit === undefined || value === undefined ? undefined : utcText(roundedValue(value), unit);
  const choice = timestampChoice(props.schema);

  const type = (typed: string) => {
    setDraft(typed);
    set(typedNumber(typed));
  };
  return (
    <div className="body-editor__line">
      <input
        {...attributes}
        aria-describedby={`${props.describedBy} ${attributes.id}-note`}
        className="control control--field control--code"
        type="text"
        inputMode={keyboardOf(props.schema)}
        autoComplete="off"
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      {unit !== undefined && (
        <button
          type="button"
          className="control control--small"
          aria-describedby={props.labelledBy}
          onClick={() => set(toTimestamp(form.now() + choice.offset, unit))}
        >
          {choice.label}
        </button>
      )}
      <span className="body-editor__note" id={`${attributes.id}-note`}>
        {date}
        {typeof value === 'string' && 'Not a number: sent as a string.'}
      </span>
    </div>
  );
}

/** Why a text cannot be a part of the body; undefined if it can. */
function appliedError(parsed: ParsedBody): string | undefined {
  if (parsed.kind === 'broken') return parsed.message;
  return parsed.repeatsKeys ? 'Duplicate key' : undefined;
}

/** Any value as JSON. The body keeps its last valid value while the text is invalid. */
export function JsonControl(props: ControlProps): ReactNode {
  const { value, set, attributes } = useControl(props);
  const printed = value === undefined ? '' : printBody(value);
  const [typed, setTyped] = useState({ text: printed, value: printed });
  // The typed text is shown until the value changes elsewhere.
  const text = typed.value === printed ? typed.text : printed;
  const parsed = parseBody(text);
  const loss = appliedError(parsed);
  const isOff = loss !== undefined && text !== printed;

  const type = (next: string) => {
    const read = appliedError(parseBody(next)) === undefined ? parseExact(next) : undefined;
    setTyped({ text: next, value: read === undefined ? printed : printBody(read) });
    if (read !== undefined) set(read);
  };
  return (
    <>
      <textarea
        {...attributes}
        className="control control--field control--code"
        aria-describedby={`${props.describedBy} ${attributes.id}-note`}
        aria-invalid={isOff || attributes['aria-invalid']}
        rows={Math.min(8, text.split('\n').length + 1)}
        spellCheck={false}
        autoCapitalize="none"
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      <span className="body-editor__note" id={`${attributes.id}-note`}>
        {isOff ? `Not applied: ${loss}.` : 'JSON value.'}
      </span>
    </>
  );
}

/** Control for the current form. */
function OneForm(props: ControlProps): ReactNode {
  const { Control } = useForm();
  const value = valueAt(useForm().body, props.path);
  return <Control {...props} kind={useKind(props.name, props.schema, value)} />;
}

/** Value with several forms: a select for the form, and its control. Choosing another form resets the value. */
export function FormsControl(props: ControlProps): ReactNode {
  const { path, schema, labelledBy } = props;
  const form = useForm();
  const forms = formsOf(schema);
  const typed = valueAt(form.body, path);
  const value = typed === undefined ? undefined : roundedValue(typed);
  // The first form is the default, so that typing does not switch to another one.
  const [chosen, setChosen] = useState(() => currentForm(forms, value, undefined));
  const index = currentForm(forms, value, chosen);
  const current = forms[index];

  const choose = (next: number) => {
    const target = forms[next];
    if (!target) return;
    setChosen(next);
    form.edit((body) => setAt(body, path, form.fresh(target.schema)));
  };
  return (
    <div className="body-editor__forms">
      <select
        id={`${idOf(form, path)}-form`}
        className="control control--field control--code"
        aria-label="form"
        aria-labelledby={`${labelledBy} ${idOf(form, path)}-form`}
        value={index}
        onChange={({ target }) => choose(Number(target.value))}
      >
        {forms.map(({ title }, number) => (
          <option key={number} value={number}>
            {title}
          </option>
        ))}
      </select>
      {current && <OneForm key={index} {...props} schema={current.schema} />}
    </div>
  );
}

import React, { useState, type ReactNode } from 'react';
import type { Schema } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import { typedNumber } from '../../runner/body/exact-number';
import { momentChoice, momentOf, momentUnit, utcText } from '../../runner/body/moment';
import { exampleAt } from '../../runner/body/example-at';
import { numberText } from '../../runner/body/number-text';
import { useForm } from './context';
import type { ControlProps } from './control-props';
import { useControl } from './use-control';

/** Which keys a phone shows. Those for numbers lack the minus sign on some. */
function keyboardOf(schema: Schema): 'numeric' | 'decimal' | 'text' {
  const { type, minimum } = mergeSchema(schema);
  if (type === 'integer') return (minimum ?? 0) < 0 ? 'text' : 'numeric';
  return (minimum ?? -1) < 0 ? 'text' : 'decimal';
}

/** A number as it is typed; a point in time can be set to one that works, and shows as a date. */
export default function NumberControl(props: ControlProps): ReactNode {
  const form = useForm();
  const { value, set, attributes } = useControl(props);
  const [draft, setDraft] = useState('');
  const unit = momentUnit(props.schema, exampleAt(form.example, props.path));
  const text = numberText(draft, value);
  const moment = unit === undefined ? undefined : utcText(value, unit);
  const choice = momentChoice(props.schema);

  const type = (typed: string) => {
    setDraft(typed);
    set(typedNumber(typed));
  };
  return (
    <div className="body-editor__line">
      <input
        {...attributes}
        aria-describedby={`${props.describedBy} ${attributes.id}-note`}
        className="body-editor__input"
        type="text"
        inputMode={keyboardOf(props.schema)}
        autoComplete="off"
        value={text}
        onChange={({ target }) => type(target.value)}
      />
      {unit !== undefined && (
        <button
          type="button"
          className="body-editor__button"
          aria-describedby={props.labelledBy}
          onClick={() => set(momentOf(form.now() + choice.offset, unit))}
        >
          {choice.label}
        </button>
      )}
      <span className="body-editor__note" id={`${attributes.id}-note`}>
        {moment}
        {typeof value === 'string' && 'Goes as text: this is no number.'}
      </span>
    </div>
  );
}

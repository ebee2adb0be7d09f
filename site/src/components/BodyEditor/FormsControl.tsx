import React, { useState, type ReactNode } from 'react';
import { setAt } from '../../runner/body/edit';
import { currentForm } from '../../runner/body/current-form';
import { formsOf } from '../../runner/body/forms';
import { initialValue } from '../../runner/body/initial-value';
import { valueAt } from '../../runner/body/path';
import Control from './Control';
import { idOf, useForm } from './context';
import type { ControlProps } from './control-props';
import { useKind } from './use-kind';

/** The control of the form a value has. */
function OneForm(props: ControlProps): ReactNode {
  const value = valueAt(useForm().body, props.path);
  return <Control {...props} kind={useKind(props.name, props.schema, value)} />;
}

/** A value of several forms: which one, then its control. Another form starts with a value of its own. */
export default function FormsControl(props: ControlProps): ReactNode {
  const { path, schema, labelledBy } = props;
  const form = useForm();
  const forms = formsOf(schema);
  const value = valueAt(form.body, path);
  // The first form is kept as if it were chosen: what is typed into it must not put another in its place.
  const [chosen, setChosen] = useState(() => currentForm(forms, value, undefined));
  const index = currentForm(forms, value, chosen);
  const current = forms[index];

  const choose = (next: number) => {
    const target = forms[next];
    if (!target) return;
    setChosen(next);
    form.edit((body) => setAt(body, path, initialValue(target.schema)));
  };
  return (
    <div className="body-editor__forms">
      <select
        id={`${idOf(form, path)}-form`}
        className="body-editor__input"
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

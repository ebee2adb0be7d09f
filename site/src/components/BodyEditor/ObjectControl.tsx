import React, { type ReactNode } from 'react';
import { removeAt } from '../../runner/body/edit';
import { objectFields } from '../../runner/body/object-fields';
import { valueAt } from '../../runner/body/path';
import AddButton from './AddButton';
import { idOf, useForm } from './context';
import type { ControlProps } from './control-props';
import Field from './Field';
import MapEntries from './MapEntries';

/** The fields of an object: those it has or must have, then those it may have. */
export default function ObjectControl(
  props: Pick<ControlProps, 'path' | 'name' | 'schema'>,
): ReactNode {
  const { path, schema } = props;
  const form = useForm();
  const id = idOf(form, path);
  const value = valueAt(form.body, path);
  const { shown, offered, others, entries } = objectFields(schema, value, path, form.faults);

  const remove = (name: string, isOffered: boolean) => () => {
    const place = [...path, name];
    form.edit((body) => removeAt(body, place));
    form.focusLater(isOffered ? `${idOf(form, place)}-add` : `${id}-fields`);
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

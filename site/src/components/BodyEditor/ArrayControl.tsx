import React, { useState, type ReactNode } from 'react';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import { addItem, removeAt } from '../../runner/body/edit';
import { itemKeys } from '../../runner/body/item-keys';
import { initialValue } from '../../runner/body/initial-value';
import { valueAt } from '../../runner/body/path';
import { idOf, useForm } from './context';
import type { ControlProps } from './control-props';
import Item from './Item';

/** The items of an array, which grows and shrinks. */
export default function ArrayControl({ path, name, schema, labelledBy }: ControlProps): ReactNode {
  const form = useForm();
  const id = idOf(form, path);
  const value = valueAt(form.body, path);
  const items = Array.isArray(value) ? value : [];
  const [known, setKnown] = useState<readonly number[]>([]);
  const keys = itemKeys(known, items.length);
  const { items: itemSchema = {} } = mergeSchema(schema);

  const add = () => {
    setKnown(itemKeys(keys, items.length + 1));
    form.edit((body) => addItem(body, path, initialValue(itemSchema)));
    form.touch(path);
    form.focusLater(`${idOf(form, [...path, items.length])}-field`);
  };
  const remove = (index: number) => {
    setKnown(keys.filter((_, other) => other !== index));
    form.edit((body) => removeAt(body, [...path, index]));
    form.touch(path);
    const previous = `${idOf(form, [...path, Math.max(0, index - 1)])}-field`;
    form.focusLater(items.length > 1 ? previous : `${id}-add-item`);
  };
  return (
    <div className="body-editor__items">
      {items.map((_, index) => (
        <Item
          key={keys[index]}
          path={[...path, index]}
          name={name}
          schema={itemSchema}
          labelledBy={labelledBy}
          head={<span id={`${idOf(form, [...path, index])}-label`}>{index + 1}</span>}
          removeLabel={`Remove ${name} ${index + 1}`}
          onRemove={() => remove(index)}
        />
      ))}
      <button
        type="button"
        id={`${id}-add-item`}
        className="body-editor__button"
        aria-describedby={labelledBy}
        onClick={add}
      >
        Add an item
      </button>
    </div>
  );
}

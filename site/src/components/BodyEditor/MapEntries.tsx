import React, { useState, type ReactNode } from 'react';
import type { Schema } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import { freshKey, removeAt, renameKey, setAt } from '../../runner/body/edit';
import { initialValue } from '../../runner/body/initial-value';
import { rowsFor, typeKey, type MapRow } from '../../runner/body/map-rows';
import { valueAt } from '../../runner/body/path';
import { idOf, useForm } from './context';
import type { ControlProps } from './control-props';
import Item from './Item';
import KeyInput from './KeyInput';

interface Props extends Pick<ControlProps, 'path' | 'name' | 'schema'> {
  /** Keys in the body that are entries of the map. */
  readonly keys: readonly string[];
  readonly entries: Schema;
}

/** The entries of a map, each with a key and a value that can change. */
export default function MapEntries({ path, name, schema, keys, entries }: Props): ReactNode {
  const form = useForm();
  const id = idOf(form, path);
  const [known, setKnown] = useState<readonly MapRow[]>([]);
  const rows = rowsFor(known, keys);
  const keyName = mergeSchema(schema)['x-key'] ?? 'key';

  const rename = (row: MapRow, draft: string) => {
    const next = typeKey(rows, row.id, draft);
    const key = next.find((one) => one.id === row.id)?.key ?? row.key;
    setKnown(next);
    form.edit((body) => renameKey(body, path, row.key, key));
  };
  const add = () => {
    const key = freshKey(valueAt(form.body, path));
    setKnown(rowsFor(rows, [...keys, key]));
    form.edit((body) => setAt(body, [...path, key], initialValue(entries)));
    form.touch(path);
    form.focusLater(`${idOf(form, [...path, key])}-key`);
  };
  const remove = (row: MapRow, index: number) => {
    const previous = rows[index - 1] ?? rows[1];
    setKnown(rows.filter((one) => one !== row));
    form.edit((body) => removeAt(body, [...path, row.key]));
    form.touch(path);
    form.focusLater(previous ? `${idOf(form, [...path, previous.key])}-key` : `${id}-add-entry`);
  };
  return (
    <div className="body-editor__items">
      {rows.map((row, index) => (
        <Item
          key={row.id}
          path={[...path, row.key]}
          name={name}
          schema={entries}
          labelledBy={`${id}-label`}
          head={
            <KeyInput
              id={idOf(form, [...path, row.key])}
              label={keyName}
              row={row}
              onType={(draft) => rename(row, draft)}
            />
          }
          isEntry
          removeLabel={`Remove ${row.key}`}
          onRemove={() => remove(row, index)}
        />
      ))}
      <button
        type="button"
        id={`${id}-add-entry`}
        className="body-editor__button"
        onClick={add}
        aria-describedby={`${id}-label`}
      >
        Add a {keyName}
      </button>
    </div>
  );
}

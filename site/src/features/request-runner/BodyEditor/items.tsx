import React, { type ReactNode, useState } from 'react';
import type { Schema } from '@anedya-docs/openapi-model';
import type { ExactValue } from '@anedya-docs/openapi-model/typed-number';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import clsx from 'clsx';
import { itemKeys, type MapRow, rowsFor, withTypedKeys } from './form-rows';
import { isGroup } from './forms';
import {
  addItem,
  unusedKey,
  type Path,
  removeAt,
  setAt,
  valueAt,
} from '../../../requests/json-path';
import { type ControlProps, ErrorText, idOf, useForm, useKind } from './form-context';

interface ItemProps {
  readonly path: Path;
  /** Name of the array or map. */
  readonly name: string;
  readonly schema: Schema;
  /** Ids of the elements that label the array or map. */
  readonly labelledBy: string;
  /** Number or key. Contains the element with the item's id and the suffix `-label`. */
  readonly head: ReactNode;
  /** True when the head is a key input, which needs more space. */
  readonly isEntry?: boolean;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/** One item of an array or entry of a map: number or key, control, and a button to remove it. */
function Item(props: ItemProps): ReactNode {
  const { path, name, schema, labelledBy, head, isEntry, removeLabel, onRemove } = props;
  const form = useForm();
  const { Control } = form;
  const id = idOf(form, path);
  const kind = useKind(name, schema, valueAt(form.body, path));
  const names = `${labelledBy} ${id}-label`;
  const isFieldset = isGroup(kind);
  return (
    <div
      className={clsx(
        'body-editor__item',
        isFieldset && 'body-editor__item--group',
        isEntry && 'body-editor__item--entry',
      )}
      id={`${id}-field`}
      role={isFieldset ? 'group' : undefined}
      aria-labelledby={isFieldset ? names : undefined}
    >
      <div className="body-editor__head">{head}</div>
      <div className="body-editor__value">
        <Control
          kind={kind}
          path={path}
          name={name}
          schema={schema}
          required={false}
          labelledBy={names}
          describedBy={`${id}-errors`}
        />
      </div>
      <button
        type="button"
        className="control control--small control--quiet body-editor__remove"
        aria-label={removeLabel}
        onClick={onRemove}
      >
        Remove
      </button>
      <ErrorText path={path} isDeep={kind === 'json'} />
    </div>
  );
}

/** Array with buttons to add and remove items. */
export function ArrayControl({ path, name, schema, labelledBy }: ControlProps): ReactNode {
  const form = useForm();
  const id = idOf(form, path);
  const value = valueAt(form.body, path);
  const items = Array.isArray(value) ? value : [];
  const [known, setKnown] = useState<readonly number[]>([]);
  const keys = itemKeys(known, items.length);
  const { items: itemSchema = {} } = mergeSchema(schema);

  const add = () => {
    setKnown(itemKeys(keys, items.length + 1));
    form.edit((body) => addItem(body, path, form.fresh(itemSchema)));
    form.touch(path);
    form.focusAfterRender(`${idOf(form, [...path, items.length])}-field`);
  };
  const remove = (index: number) => {
    setKnown(keys.filter((_, other) => other !== index));
    form.edit((body) => removeAt(body, [...path, index]));
    form.touch(path);
    const previous = `${idOf(form, [...path, Math.max(0, index - 1)])}-field`;
    form.focusAfterRender(items.length > 1 ? previous : `${id}-add-item`);
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
        className="control control--small"
        aria-describedby={labelledBy}
        onClick={add}
      >
        Add item
      </button>
    </div>
  );
}

interface KeyInputProps {
  /** Id of the entry; the elements of the key have suffixes. */
  readonly id: string;
  /** What a key stands for, such as "tag". */
  readonly label: string;
  readonly row: MapRow;
  readonly onType: (draft: string) => void;
}

/** Key of a map entry. A duplicate key is not applied to the body. */
function KeyInput({ id, label, row, onType }: KeyInputProps): ReactNode {
  const isDuplicate = row.draft !== row.key;
  return (
    <div className="body-editor__key">
      <span id={`${id}-label`} hidden>
        {row.key}
      </span>
      <input
        id={`${id}-key`}
        className="control control--field control--code"
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={label}
        aria-invalid={isDuplicate || undefined}
        aria-describedby={`${id}-taken`}
        value={row.draft}
        onChange={({ target }) => onType(target.value)}
      />
      <span className="field-error" id={`${id}-taken`} aria-live="polite">
        {isDuplicate && `Another entry has this key. The body still has ${row.key}.`}
      </span>
    </div>
  );
}

interface MapEntriesProps extends Pick<ControlProps, 'path' | 'name' | 'schema'> {
  /** Keys of the entries in the body. */
  readonly keys: readonly string[];
  readonly entries: Schema;
}

/** Map with editable keys and values. */
export function MapEntries({ path, name, schema, keys, entries }: MapEntriesProps): ReactNode {
  const form = useForm();
  const id = idOf(form, path);
  const [known, setKnown] = useState<readonly MapRow[]>([]);
  const rows = rowsFor(known, keys);
  const keyName = mergeSchema(schema)['x-key'] ?? 'key';

  const apply = (typed: readonly MapRow[], body: ExactValue) => {
    const next = withTypedKeys(typed, body, path);
    setKnown(next.rows);
    form.edit(() => next.body);
    return next.rows;
  };
  const rename = (row: MapRow, draft: string) => {
    const typed = rows.map((one) => (one === row ? { ...row, draft } : one));
    apply(typed, form.body);
  };
  const add = () => {
    const key = unusedKey(valueAt(form.body, path));
    setKnown(rowsFor(rows, [...keys, key]));
    form.edit((body) => setAt(body, [...path, key], form.fresh(entries)));
    form.touch(path);
    form.focusAfterRender(`${idOf(form, [...path, key])}-key`);
  };
  const remove = (row: MapRow, index: number) => {
    const others = rows.filter((one) => one !== row);
    const previous = apply(others, removeAt(form.body, [...path, row.key]))[Math.max(0, index - 1)];
    form.touch(path);
    form.focusAfterRender(
      previous ? `${idOf(form, [...path, previous.key])}-key` : `${id}-add-entry`,
    );
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
        className="control control--small"
        onClick={add}
        aria-describedby={`${id}-label`}
      >
        Add {keyName}
      </button>
    </div>
  );
}

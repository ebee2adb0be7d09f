import React, { type ReactNode } from 'react';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import type { ControlProps } from './control-props';
import { useControl } from './use-control';

const labelOf = (value: JsonValue) =>
  typeof value === 'string' && value !== '' ? value : JSON.stringify(value);

/** One of the values that a schema lists; another one that the body holds stays on offer. */
export default function SelectControl(props: ControlProps): ReactNode {
  const { value, set, attributes } = useControl(props);
  const { enum: list, const: only } = mergeSchema(props.schema);
  const values = list ?? (only === undefined ? [] : [only]);
  const isOther = value !== undefined && !values.includes(value);
  return (
    <select
      {...attributes}
      className="body-editor__input"
      value={value === undefined ? '' : JSON.stringify(value)}
      onChange={({ target }) => set(JSON.parse(target.value) as JsonValue)}
    >
      {value === undefined && <option value="">Choose …</option>}
      {isOther && <option value={JSON.stringify(value)}>{labelOf(value)} (not listed)</option>}
      {values.map((one) => (
        <option key={JSON.stringify(one)} value={JSON.stringify(one)}>
          {labelOf(one)}
        </option>
      ))}
    </select>
  );
}

import type { JsonValue } from '@anedya-docs/openapi-model';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import { fitsType, type Form } from './forms';
import { closestForm } from './keyword-faults';

const isNumeric = ({ schema }: Form) => {
  const { type } = mergeSchema(schema);
  return type === 'number' || type === 'integer';
};

/**
 * Index of the form in which a value is edited: the one the reader chose for as long as the value can be meant for it,
 * otherwise the closest one. A number that is still being typed is a text (`-`), but no other form for it.
 * @param chosen index of the form that the reader chose or that came first, if any
 */
export function currentForm(
  forms: readonly Form[],
  value: JsonValue | undefined,
  chosen: number | undefined,
): number {
  const form = chosen === undefined ? undefined : forms[chosen];
  if (chosen !== undefined && form) {
    if (value === undefined || fitsType(form.schema, value)) return chosen;
    if (isNumeric(form) && typeof value === 'string') return chosen;
  }
  return value === undefined
    ? 0
    : closestForm(
        forms.map(({ schema }) => schema),
        value,
      );
}

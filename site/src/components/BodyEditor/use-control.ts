import type { JsonValue } from '@anedya-docs/openapi-model';
import { setAt } from '../../runner/body/edit';
import { valueAt } from '../../runner/body/path';
import { idOf, shownFaults, useForm } from './context';
import type { ControlProps } from './control-props';

/** Value of a control, a function that sets it, and the attributes that tie it to its label, hint and faults. */
export function useControl({ path, required, labelledBy, describedBy }: ControlProps) {
  const form = useForm();
  const id = idOf(form, path);
  const isInvalid = shownFaults(form, path).length > 0;
  return {
    value: valueAt(form.body, path),
    set: (value: JsonValue) => form.edit((body) => setAt(body, path, value)),
    attributes: {
      id,
      'aria-labelledby': labelledBy,
      'aria-describedby': describedBy,
      'aria-invalid': isInvalid || undefined,
      'aria-required': required || undefined,
      onBlur: () => form.touch(path),
    },
  };
}

import { createContext, useContext } from 'react';
import type { JsonValue } from '@anedya-docs/openapi-model';
import type { BodyFault } from '../../runner/body/body-faults';
import { pathKey, type Path } from '../../runner/body/path';

/** What every part of the form knows. */
export interface FormState {
  readonly body: JsonValue;
  readonly example: JsonValue;
  readonly faults: readonly BodyFault[];
  /** Places the reader has left or changed, as keys of their paths. */
  readonly touched: ReadonlySet<string>;
  readonly showAll: boolean;
  /** Sets this form's ids apart from others of the page. */
  readonly prefix: string;
  /** Current time in milliseconds since 1970. */
  readonly now: () => number;
  readonly edit: (change: (body: JsonValue) => JsonValue) => void;
  readonly touch: (path: Path) => void;
  /** Moves the focus to an element once it is there; to the first control inside when it is none itself. */
  readonly focusLater: (id: string) => void;
}

export const FormContext = createContext<FormState | undefined>(undefined);

/** @throws Error outside a form */
export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('a control of the body stands outside its form');
  return form;
}

/** Id of the element that edits the value at a path; others add a suffix. */
export const idOf = ({ prefix }: FormState, path: Path): string => `${prefix}${pathKey(path)}`;

/**
 * Faults of a place that the reader should see by now.
 * @param isDeep whether those inside the value count as well
 */
export function shownFaults(form: FormState, path: Path, isDeep = false): readonly BodyFault[] {
  const key = pathKey(path);
  if (!form.showAll && !form.touched.has(key)) return [];
  return form.faults.filter((fault) => {
    const place = pathKey(fault.path);
    return place === key || (isDeep && place.startsWith(`${key}/`));
  });
}

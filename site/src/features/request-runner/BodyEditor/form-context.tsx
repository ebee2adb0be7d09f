import React, {
  createContext,
  type ComponentType,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { roundedValue, type ExactValue } from '@anedya-docs/openapi-model/typed-number';
import type { BodyError } from '../../../requests/json-text';
import { canShow, controlKind, type ControlKind } from './forms';
import { type Path, pathKey, pathName, setAt, valueAt } from '../../../requests/json-path';

/** Props of every control. */
export interface ControlProps {
  readonly path: Path;
  /** Name of the field; for an item or entry, name of the field that contains it. */
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** Value of `aria-labelledby`. */
  readonly labelledBy: string;
  /** Value of `aria-describedby`. */
  readonly describedBy: string;
}

/** State shared by all parts of the form. */
export interface FormState {
  readonly body: ExactValue;
  readonly example: JsonValue;
  readonly errors: readonly BodyError[];
  /** Keys of the paths whose controls were changed or lost the focus. */
  readonly touched: ReadonlySet<string>;
  readonly showAll: boolean;
  /** Prefix of the element ids of this form. */
  readonly prefix: string;
  /** Current time in milliseconds since 1970. */
  readonly now: () => number;
  /** Value of a new field, item or entry: with the reader's values and current timestamps instead of examples. */
  readonly fresh: (schema: Schema) => JsonValue;
  readonly edit: (change: (body: ExactValue) => ExactValue) => void;
  readonly touch: (path: Path) => void;
  /** Focuses an element, or the first control in it, after the next render. */
  readonly focusAfterRender: (id: string) => void;
  /** Renders the control of a kind. Passed down because groups contain controls of every kind. */
  readonly Control: ComponentType<ControlProps & { readonly kind: ControlKind }>;
}

export const FormContext = createContext<FormState | undefined>(undefined);

/** @throws Error outside a form */
export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('a control of the body editor was rendered outside its form');
  return form;
}

/** Id of the element that edits the value at a path; others add a suffix. */
export const idOf = ({ prefix }: FormState, path: Path): string => `${prefix}${pathKey(path)}`;

/**
 * Errors at a path that are visible: its control was touched, or all errors are shown.
 * @param isDeep includes errors inside the value
 */
function visibleErrors(form: FormState, path: Path, isDeep = false): readonly BodyError[] {
  const key = pathKey(path);
  if (!form.showAll && !form.touched.has(key)) return [];
  return form.errors.filter((error) => {
    const errorKey = pathKey(error.path);
    return errorKey === key || (isDeep && errorKey.startsWith(`${key}/`));
  });
}

interface ErrorTextProps {
  readonly path: Path;
  /** True when the control also edits nested values. */
  readonly isDeep?: boolean;
}

/** Error messages at a path. The live region is always rendered, so that screen readers announce changes. */
export function ErrorText({ path, isDeep }: ErrorTextProps): ReactNode {
  const form = useForm();
  const messages = visibleErrors(form, path, isDeep).map((error) => {
    const name = pathName(error.path.slice(path.length));
    return name === '' ? error.message : `${name}: ${error.message}`;
  });
  return (
    <p
      className="field-error body-editor__errors"
      id={`${idOf(form, path)}-errors`}
      // After the first attempt to send, the panel announces the number of errors instead.
      aria-live={form.showAll ? 'off' : 'polite'}
    >
      {messages.length > 0 && `${messages.join('. ')}.`}
    </p>
  );
}

/** Value and setter of a control, and the attributes that associate it with its label, hint and errors. */
export function useControl({ path, required, labelledBy, describedBy }: ControlProps) {
  const form = useForm();
  const id = idOf(form, path);
  const isInvalid = visibleErrors(form, path).length > 0;
  return {
    value: valueAt(form.body, path),
    set: (value: ExactValue) => form.edit((body) => setAt(body, path, value)),
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

/** Kind of a control. It does not change while the control can show the value, so that typing never replaces the control. */
export function useKind(name: string, schema: Schema, typed: ExactValue | undefined): ControlKind {
  const value = typed === undefined ? undefined : roundedValue(typed);
  const [first] = useState(() => controlKind(name, schema, value));
  return canShow(first, value) ? first : controlKind(name, schema, value);
}

const controls = 'input, select, textarea, [role="switch"]';

const buttons = ['button:not(.body-editor__remove)', 'button'];

/** Focuses an element or the first control in it: inputs first, then buttons, "Remove" buttons last. */
function focusInto(element: HTMLElement | null): void {
  if (!element) return;
  const inside = [controls, ...buttons].map((one) => element.querySelector<HTMLElement>(one));
  const target = element.matches(`${controls}, button`) ? element : inside.find(Boolean);
  target?.focus();
  // Typing replaces the initial value.
  if (target instanceof HTMLInputElement) target.select();
}

/** Returns a function that focuses an element after the next render, when it exists. */
export function useFocusAfterRender(): (id: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    focusInto(document.getElementById(wanted.current));
    wanted.current = undefined;
  });
  return useCallback((id: string) => {
    wanted.current = id;
  }, []);
}

import React, { type ReactNode } from 'react';
import type { Schema } from '@anedya-docs/openapi-model';
import { setAt } from '../../runner/body/edit';
import { initialValue } from '../../runner/body/initial-value';
import type { Path } from '../../runner/body/path';
import { idOf, useForm } from './context';

interface Props {
  readonly path: Path;
  readonly name: string;
  readonly schema: Schema;
}

/** Puts an absent field into the body, with a first value, and goes there. */
export default function AddButton({ path, name, schema }: Props): ReactNode {
  const form = useForm();
  const id = idOf(form, path);
  const add = () => {
    form.edit((body) => setAt(body, path, initialValue(schema)));
    form.focusLater(`${id}-field`);
  };
  return (
    <button
      type="button"
      id={`${id}-add`}
      className="body-editor__button"
      aria-label={`Add ${name}`}
      onClick={add}
    >
      <code>{name}</code>
    </button>
  );
}

import React, { type ReactNode } from 'react';
import type { Schema } from '@anedya-docs/openapi-model';
import { isGroup } from '../../runner/body/control-kind';
import { valueAt, type Path } from '../../runner/body/path';
import About from './About';
import AddButton from './AddButton';
import Control from './Control';
import { idOf, useForm } from './context';
import FaultText from './FaultText';
import { useKind } from './use-kind';

interface Props {
  readonly path: Path;
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  readonly isUndescribed?: boolean;
  /** Takes the field out of the body; required fields have none. */
  readonly onRemove?: () => void;
}

/** Kinds whose control can stand for a value that is not there. */
const canBeEmpty = new Set(['text', 'long-text', 'number', 'select']);

/** One field: its name, what it is, its control and its faults. */
export default function Field(props: Props): ReactNode {
  const { path, name, schema, required, isUndescribed, onRemove } = props;
  const form = useForm();
  const id = idOf(form, path);
  const value = valueAt(form.body, path);
  const kind = useKind(name, schema, value);
  const describedBy = `${id}-about ${id}-faults`;
  const isAbsent = value === undefined && !canBeEmpty.has(kind);

  const about = (
    <About id={`${id}-about`} schema={schema} required={required} isUndescribed={isUndescribed} />
  );
  const remove = onRemove && (
    <button
      type="button"
      className="body-editor__remove"
      aria-label={`Remove ${name}`}
      onClick={onRemove}
    >
      Remove
    </button>
  );
  const label = <code id={`${id}-label`}>{name}</code>;
  const rest = (
    <>
      {isAbsent ? (
        <div className="body-editor__offers">
          <span aria-hidden="true">Add:</span>
          <AddButton path={path} name={name} schema={schema} />
        </div>
      ) : (
        <Control
          kind={kind}
          path={path}
          name={name}
          schema={schema}
          required={required}
          labelledBy={`${id}-label`}
          describedBy={describedBy}
        />
      )}
      <FaultText path={path} isDeep={kind === 'json'} />
    </>
  );
  if (isGroup(kind)) {
    return (
      <fieldset
        className="body-editor__field body-editor__field--group"
        id={`${id}-field`}
        aria-describedby={describedBy}
      >
        <legend className="body-editor__name">{label}</legend>
        {remove}
        {about}
        {rest}
      </fieldset>
    );
  }
  return (
    <div className="body-editor__field" id={`${id}-field`}>
      <label className="body-editor__name" htmlFor={isAbsent ? `${id}-add` : id}>
        {label}
      </label>
      {remove}
      {about}
      {rest}
    </div>
  );
}

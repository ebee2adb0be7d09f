import React, { type ReactNode } from 'react';
import clsx from 'clsx';
import type { Schema } from '@anedya-docs/openapi-model';
import { isGroup } from '../../runner/body/control-kind';
import { valueAt, type Path } from '../../runner/body/path';
import Control from './Control';
import { idOf, useForm } from './context';
import FaultText from './FaultText';
import { useKind } from './use-kind';

interface Props {
  readonly path: Path;
  /** Name of the array or map. */
  readonly name: string;
  readonly schema: Schema;
  /** Ids of what names the array or map. */
  readonly labelledBy: string;
  /** Number or key, in an element with the item's id and the suffix `-label`. */
  readonly head: ReactNode;
  /** Whether the head is the input of a key, which needs room. */
  readonly isEntry?: boolean;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/** One item of an array or one entry of a map: what tells it apart, its control, and a button that removes it. */
export default function Item(props: Props): ReactNode {
  const { path, name, schema, labelledBy, head, isEntry, removeLabel, onRemove } = props;
  const form = useForm();
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
          describedBy={`${id}-faults`}
        />
      </div>
      <button
        type="button"
        className="body-editor__remove"
        aria-label={removeLabel}
        onClick={onRemove}
      >
        Remove
      </button>
      <FaultText path={path} isDeep={kind === 'json'} />
    </div>
  );
}

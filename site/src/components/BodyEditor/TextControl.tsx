import React, { type ReactNode } from 'react';
import type { ControlProps } from './control-props';
import { useControl } from './use-control';

/** A text in one line, or in several. */
export default function TextControl(props: ControlProps & { readonly isLong: boolean }): ReactNode {
  const { value, set, attributes } = useControl(props);
  const shared = {
    ...attributes,
    className: 'body-editor__input',
    value: typeof value === 'string' ? value : '',
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
  };
  return props.isLong ? (
    <textarea {...shared} rows={2} onChange={({ target }) => set(target.value)} />
  ) : (
    <input {...shared} type="text" onChange={({ target }) => set(target.value)} />
  );
}

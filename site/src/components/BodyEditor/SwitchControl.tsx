import React, { type ReactNode } from 'react';
import type { ControlProps } from './control-props';
import { useControl } from './use-control';

/** True or false. */
export default function SwitchControl(props: ControlProps): ReactNode {
  const { value, set, attributes } = useControl(props);
  const { 'aria-required': _required, 'aria-invalid': _invalid, ...kept } = attributes;
  return (
    <button
      {...kept}
      type="button"
      role="switch"
      aria-checked={value === true}
      className="body-editor__switch"
      onClick={() => set(value !== true)}
    >
      <span className="body-editor__knob" />
      {value === true ? 'true' : 'false'}
    </button>
  );
}

import React, { type ReactNode } from 'react';
import type { ControlKind } from '../../runner/body/control-kind';
import ArrayControl from './ArrayControl';
import type { ControlProps } from './control-props';
import FormsControl from './FormsControl';
import JsonControl from './JsonControl';
import NumberControl from './NumberControl';
import ObjectControl from './ObjectControl';
import SelectControl from './SelectControl';
import SwitchControl from './SwitchControl';
import TextControl from './TextControl';

/** The control of a kind. */
export default function Control(props: ControlProps & { readonly kind: ControlKind }): ReactNode {
  switch (props.kind) {
    case 'forms':
      return <FormsControl {...props} />;
    case 'object':
      return <ObjectControl {...props} />;
    case 'array':
      return <ArrayControl {...props} />;
    case 'select':
      return <SelectControl {...props} />;
    case 'switch':
      return <SwitchControl {...props} />;
    case 'number':
      return <NumberControl {...props} />;
    case 'json':
      return <JsonControl {...props} />;
    case 'text':
    case 'long-text':
      return <TextControl {...props} isLong={props.kind === 'long-text'} />;
  }
}

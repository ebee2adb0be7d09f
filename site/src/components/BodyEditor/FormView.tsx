import React, { type ReactNode, useState } from 'react';
import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import type { BodyError } from '../../runner/body/json-text';
import type { ControlKind } from '../../runner/body/forms';
import { pathKey } from '../../runner/body/path';
import {
  FormsControl,
  JsonControl,
  NumberControl,
  SelectControl,
  SwitchControl,
  TextControl,
} from './controls';
import { ObjectControl } from './fields';
import {
  type ControlProps,
  ErrorText,
  FormContext,
  type FormState,
  idOf,
  useFocusAfterRender,
  useKind,
} from './form-context';
import { ArrayControl } from './items';

function Control(props: ControlProps & { readonly kind: ControlKind }): ReactNode {
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

interface Props {
  readonly prefix: string;
  readonly schema: Schema;
  readonly example: JsonValue;
  readonly body: JsonValue;
  readonly errors: readonly BodyError[];
  readonly showAll: boolean;
  readonly now: () => number;
  readonly onBody: (body: JsonValue) => void;
}

/** Form for a body, generated from its schema. */
export default function FormView(props: Props): ReactNode {
  const { prefix, schema, example, body, errors, showAll, now, onBody } = props;
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const focusAfterRender = useFocusAfterRender();
  const kind = useKind('body', schema, body);
  const form: FormState = {
    prefix,
    example,
    body,
    errors,
    touched,
    showAll,
    now,
    focusAfterRender,
    Control,
    edit: (change) => onBody(change(body)),
    touch: (path) => setTouched((before) => new Set(before).add(pathKey(path))),
  };
  const id = idOf(form, []);
  return (
    <FormContext.Provider value={form}>
      <span id={`${id}-label`} hidden>
        Body
      </span>
      <Control
        kind={kind}
        path={[]}
        name="body"
        schema={schema}
        required
        labelledBy={`${id}-label`}
        describedBy={`${id}-errors`}
      />
      <ErrorText path={[]} isDeep={kind === 'json'} />
    </FormContext.Provider>
  );
}

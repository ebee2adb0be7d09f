import React, { useState, type ReactNode } from 'react';
import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import type { BodyFault } from '../../runner/body/body-faults';
import { pathKey } from '../../runner/body/path';
import { FormContext, idOf, type FormState } from './context';
import Control from './Control';
import FaultText from './FaultText';
import { useFocusLater } from './use-focus-later';
import { useKind } from './use-kind';

interface Props {
  readonly prefix: string;
  readonly schema: Schema;
  readonly example: JsonValue;
  readonly body: JsonValue;
  readonly faults: readonly BodyFault[];
  readonly showAll: boolean;
  readonly now: () => number;
  readonly onBody: (body: JsonValue) => void;
}

/** A body as a form, made from its schema. */
export default function FormView(props: Props): ReactNode {
  const { prefix, schema, example, body, faults, showAll, now, onBody } = props;
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const focusLater = useFocusLater();
  const kind = useKind('body', schema, body);
  const form: FormState = {
    prefix,
    example,
    body,
    faults,
    touched,
    showAll,
    now,
    focusLater,
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
        describedBy={`${id}-faults`}
      />
      <FaultText path={[]} isDeep={kind === 'json'} />
    </FormContext.Provider>
  );
}

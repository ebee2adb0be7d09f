import { useState } from 'react';
import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { canShow, controlKind, type ControlKind } from '../../runner/body/control-kind';

/** How a value is edited: the same way while it can be, so that no control goes away under the reader's hands. */
export function useKind(name: string, schema: Schema, value: JsonValue | undefined): ControlKind {
  const [first] = useState(() => controlKind(name, schema, value));
  return canShow(first, value) ? first : controlKind(name, schema, value);
}

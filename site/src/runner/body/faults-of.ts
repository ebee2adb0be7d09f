import type { Schema } from '@anedya-docs/openapi-model';
import { bodyFaults, type BodyFault } from './body-faults';
import { parseBody } from './parse-body';

/**
 * What is wrong with the text of a body: that it is no JSON, what no program of JavaScript could keep, or what breaks
 * its schema. Empty when it can be sent as documented.
 */
export function faultsOf(schema: Schema, text: string): readonly BodyFault[] {
  const parsed = parseBody(text);
  if (parsed.kind === 'broken') {
    const { line, column, message } = parsed;
    return [{ path: [], message: `Line ${line}, column ${column}: ${message}` }];
  }
  return [...parsed.losses, ...bodyFaults(schema, parsed.value)];
}

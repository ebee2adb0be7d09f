import type { JsonValue } from '@anedya-docs/openapi-model';
import { typedNumber } from './exact-number';

/**
 * What a field for numbers shows: the text as it was typed for as long as it means the value (`1.0` must not become
 * `1` under the reader's hands), otherwise the value.
 */
export function numberText(draft: string, value: JsonValue | undefined): string {
  if (typeof value !== 'number' && typeof value !== 'string') return '';
  return typedNumber(draft) === value ? draft : String(value);
}

import type { Examples } from '@anedya-docs/openapi-model';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { Call } from './call';

/**
 * The example of a call as the text of a body, with what is known in the place of its ids.
 * @param now moves points in time along, in milliseconds since 1970
 */
export function exampleText(
  { request: { schema, example } }: Pick<Call, 'request'>,
  examples: Examples,
  now?: number,
): string {
  return JSON.stringify(bodyWithValues(schema, example, examples, now), null, 2);
}

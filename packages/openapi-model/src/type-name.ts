import { mergeSchema, optionsOf } from './merge-schema.ts';
import type { Schema } from './types.ts';

function joinOr(words: readonly string[]): string {
  const last = words.at(-1) ?? 'any';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** Type as readers say it: `string`, `array of string`, `number, string or object`. */
export function typeName(schema: Schema): string {
  const options = optionsOf(schema);
  if (options.length > 0) return joinOr([...new Set(options.map(typeName))]);
  const merged = mergeSchema(schema);
  if (merged.type === 'array') return `array of ${merged.items ? typeName(merged.items) : 'any'}`;
  if (typeof merged.type === 'string') {
    const isMap = typeof merged.additionalProperties === 'object' && !merged.properties;
    return isMap ? 'map' : merged.type;
  }
  if (merged.type) return joinOr(merged.type);
  return merged.properties ? 'object' : 'any';
}

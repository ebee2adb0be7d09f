import type { JsonValue } from '@anedya-docs/openapi-model';
import type { BodyFault } from './body-faults';
import { JsonReader, JsonTextError } from './json-reader';

/** A text that is no JSON: where it stops being JSON, counted from 1, and what to do about it. */
export interface BrokenBody {
  readonly kind: 'broken';
  readonly line: number;
  /** In characters (UTF-16 code units). */
  readonly column: number;
  readonly offset: number;
  readonly message: string;
}

export interface ReadBody {
  readonly kind: 'read';
  readonly value: JsonValue;
  /** What would change if the value were written again; then only the text may be edited. */
  readonly losses: readonly BodyFault[];
}

export type ParsedBody = ReadBody | BrokenBody;

function placeOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/** Reads the text of a body. */
export function parseBody(text: string): ParsedBody {
  const reader = new JsonReader(text);
  try {
    const value = reader.read();
    return { kind: 'read', value, losses: reader.losses };
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { offset, message } = error;
    return { kind: 'broken', ...placeOf(text, offset), offset, message };
  }
}

/** Writes a body as text, two spaces a level. */
export function printBody(value: JsonValue): string {
  return JSON.stringify(value, null, 2);
}

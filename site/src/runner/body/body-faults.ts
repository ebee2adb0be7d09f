import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { schemaFields } from '@anedya-docs/openapi-model/fields';
import { undescribed } from './fault-message';
import { keywordFaults } from './keyword-faults';
import { pathKey, type Path } from './path';
import { undescribedFields } from './undescribed-fields';

/** Something in a body that breaks the documented schema. */
export interface BodyFault {
  /** Where the reader can mend it; for a missing field the place it belongs to. */
  readonly path: Path;
  /** One sentence without a full stop. */
  readonly message: string;
}

/**
 * What a body breaks: all faults against its schema, those of the closest form where it has several, then the fields
 * that the schema does not describe. Nothing is compiled into code, so a page without `eval` can ask.
 * @param schema with references resolved
 */
export function bodyFaults(schema: Schema, value: JsonValue): readonly BodyFault[] {
  try {
    const faults = keywordFaults(schema, value).map(({ path, message }) => ({ path, message }));
    const known = new Set(faults.map(({ path }) => pathKey(path)));
    const others = undescribedFields(schemaFields(schema), value)
      .filter((path) => !known.has(pathKey(path)))
      .map((path) => ({ path, message: undescribed }));
    return [...faults, ...others];
  } catch (error) {
    // The validator cannot write half a surrogate pair into a location.
    if (!(error instanceof URIError)) throw error;
    return [{ path: [], message: 'The name of a field holds half a character (a lone surrogate)' }];
  }
}

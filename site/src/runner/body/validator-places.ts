import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { isObject, type Path } from './path';

/** Parts of a location that the validator names, such as `#/data/0/a~1b`: a JSON pointer, then percent-encoded. */
function partsOf(location: string): string[] {
  const escaped = location.split('/').slice(1);
  return escaped.map((part) =>
    decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'),
  );
}

/** Path in a value; what counts the items of an array is a number. */
export function instancePath(root: JsonValue, location: string): Path {
  let value: JsonValue | undefined = root;
  return partsOf(location).map((part) => {
    if (Array.isArray(value)) {
      value = value[Number(part)];
      return Number(part);
    }
    value = isObject(value) ? value[part] : undefined;
    return part;
  });
}

/** The schema that a location of a keyword lies in: `#/properties/a/type` is in the schema of `a`. */
export function schemaOfKeyword(root: Schema, location: string): Schema {
  let place: unknown = root;
  for (const part of partsOf(location).slice(0, -1)) {
    place = (place as Readonly<Record<string, unknown>> | undefined)?.[part];
  }
  return typeof place === 'object' && place !== null ? place : {};
}

import type { Place } from './place.ts';
import type { Parameter } from './types.ts';

/** Header parameters that OpenAPI ignores: other fields state them (OpenAPI 3.1, 4.8.12.2.1). */
const ignored = new Set(['accept', 'content-type', 'authorization']);

function readParameter(place: Place): Parameter {
  const name = place.at('name').text ?? '';
  const where = place.at('in').text;
  if (where !== 'path' && where !== 'query' && where !== 'header') {
    throw place.at('in').error(`parameter "${name}" must be in path, query or header`);
  }
  if (place.at('schema').value === undefined) {
    throw place.error(`schema of parameter "${name}" is missing`);
  }
  return {
    name,
    in: where,
    required: place.at('required').value === true,
    description: place.at('description').text ?? '',
    schema: place.at('schema').object,
  };
}

/**
 * Reads the parameters of a path item and of its operation, of which the latter win (OpenAPI 3.1, 4.8.9.1).
 * @throws DocumentError for a cookie, or a parameter without a schema
 */
export function readParameters(item: Place, operation: Place): Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const place of [item, operation].flatMap((owner) => owner.at('parameters').items())) {
    const parameter = readParameter(place);
    if (parameter.in === 'header' && ignored.has(parameter.name.toLowerCase())) continue;
    parameters.set(`${parameter.in} ${parameter.name}`, parameter);
  }
  return [...parameters.values()];
}

import { fillTemplate } from './fill-template.ts';
import type { Place } from './place.ts';
import type { Server, ServerVariable } from './types.ts';

function readVariable(name: string, place: Place): ServerVariable {
  const options = place.at('enum');
  const values = options.items().map((item) => item.text ?? '');
  const initial = place.at('default').text ?? '';
  if (options.value !== undefined && !values.includes(initial)) {
    throw place.at('default').error(`default "${initial}" is not in the enum of {${name}}`);
  }
  return {
    name,
    default: initial,
    enum: values,
    description: place.at('description').text ?? '',
  };
}

function readServer(place: Place): Server {
  const variables = place
    .at('variables')
    .entries()
    .map(([name, variable]) => readVariable(name, variable));
  return {
    template: place.at('url').text ?? '',
    url: fillTemplate(place.at('url'), variables),
    description: place.at('description').text ?? '',
    variables,
  };
}

/**
 * Reads a list of servers (OpenAPI 3.1, 4.8.5).
 * @throws DocumentError for an empty list, a variable that is not declared, or a default outside its enum
 */
export function readServers(place: Place): readonly [Server, ...Server[]] {
  const [first, ...others] = place.items().map(readServer);
  if (!first) throw place.error('at least one server is needed');
  return [first, ...others];
}

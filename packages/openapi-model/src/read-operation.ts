import type { Source } from './source.ts';
import type { JsonValue, MqttBinding, Operation, Schema } from './types.ts';

type Obj = Record<string, JsonValue>;

function readMqtt(value: JsonValue | undefined): MqttBinding | undefined {
  if (value === undefined) return undefined;
  const mqtt = value as Partial<MqttBinding>;
  return {
    publish: mqtt.publish ?? '',
    answers: mqtt.answers ?? [],
    differences: mqtt.differences ?? [],
    provisional: mqtt.provisional,
  };
}

function readSecurity(value: JsonValue | undefined): string[] {
  const requirements = (value ?? []) as Obj[];
  return requirements.flatMap((requirement) => Object.keys(requirement));
}

/**
 * Reads one operation of a dereferenced document.
 * @throws DocumentError when a part every page needs is missing
 */
export function readOperation(
  source: Source,
  pathItem: Obj,
  path: string,
  method: string,
  serverUrl: string,
): Operation {
  const place = ['paths', path, method];
  const raw = pathItem[method] as Obj;

  function text(name: string): string {
    const value = raw[name];
    if (typeof value !== 'string') throw source.error(place, `${name} is missing`);
    return value;
  }

  /** Schema and default example of a JSON body. */
  function json(where: readonly string[]): { schema: Schema; example: JsonValue } {
    const full = [...where, 'content', 'application/json'];
    let value: JsonValue | undefined = raw;
    for (const key of full) value = (value as Obj | undefined)?.[key];
    const media = value as
      { schema?: Schema; examples?: { default?: { value: JsonValue } } } | undefined;
    if (media?.schema === undefined) throw source.error([...place, ...where], 'schema is missing');
    const example = media.examples?.default;
    if (!example) throw source.error([...place, ...where], 'examples.default is missing');
    return { schema: media.schema, example: example.value };
  }

  const request = json(['requestBody']);
  const response = json(['responses', '200']);
  const optional = (name: string) => raw[name] as string | undefined;
  const list = (name: string) => ((raw[name] as JsonValue[] | undefined) ?? []).map(String);
  const tag = list('tags')[0];
  if (tag === undefined) throw source.error(place, 'an operation needs a tag');
  return {
    id: text('operationId'),
    method: method.toUpperCase(),
    path,
    url: `${serverUrl}${path}`,
    tag,
    title: text('summary'),
    description: text('description'),
    security: readSecurity(raw.security),
    permission: optional('x-permission'),
    requestSchema: request.schema,
    requestExample: request.example,
    responseSchema: response.schema,
    responseExample: response.example,
    reasonCodes: list('x-reason-codes'),
    errorCodes: list('x-error-codes'),
    related: list('x-related'),
    guide: optional('x-guide'),
    traps: list('x-traps'),
    mqtt: readMqtt(raw['x-mqtt']),
    provisional: optional('x-provisional'),
  };
}

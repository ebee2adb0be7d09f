import {
  flattenFields,
  schemaFields,
  type ApiDocument,
  type Operation,
  type Schema,
} from '@anedya-docs/openapi-model';
import { apiConfigs, readApi, type ApiName } from '../api-reference/documents';
import { limitText } from '../api-reference/fields';

/** How many seconds a unit of time has. */
const seconds: Readonly<Record<string, number>> = {
  milliseconds: 0.001,
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
};

/**
 * A duration in another unit of time.
 * @throws Error for an unknown unit, and when the result is no whole number
 */
function converted(value: number, from: string, to: string): number {
  const [has, wants] = [seconds[from], seconds[to]];
  const names = Object.keys(seconds).join(', ');
  if (has === undefined) throw new Error(`${from} is no unit of time to convert: ${names}`);
  if (wants === undefined) throw new Error(`as="${to}" is no unit of time: ${names}`);
  const result = Math.round((value * has * 1000) / wants) / 1000;
  if (Number.isInteger(result)) return result;
  throw new Error(`${value} ${from} are no whole number of ${to}`);
}

/** Attributes of `<Limit>` as an author writes them. */
type LimitReference = Readonly<
  Partial<Record<'id' | 'call' | 'field' | 'response' | 'kind' | 'as', string>>
>;

/** Keywords of a schema that hold a number. */
const kinds = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const;

const readable = (value: number) => value.toLocaleString('en');

function apiOf(id: string): readonly [ApiName, string] {
  const [api, name = ''] = id.split('/');
  const config = apiConfigs.find((candidate) => candidate.name === api);
  if (config && name !== '') return [config.name, name];
  const names = apiConfigs.map((candidate) => `"${candidate.name}/..."`).join(' or ');
  throw new Error(`<Limit> needs id= or call= ${names}, not "${id}"`);
}

function ofDocument({ title, limits }: ApiDocument, name: string, as: string | undefined): string {
  const limit = limits.find(({ id }) => id === name);
  if (!limit) {
    const ids = limits.map(({ id }) => id).join(', ');
    throw new Error(`the ${title} has no limit "${name}" in x-limits. It has: ${ids}`);
  }
  return as === undefined
    ? limitText(limit)
    : limitText({ value: converted(limit.value, limit.unit, as), unit: as });
}

/** Schemas of a field: its own, and those it has in other forms of the body. */
function schemasOf(operation: Operation, { field, response }: LimitReference): readonly Schema[] {
  const success = operation.responses.find(({ status }) => status === '200');
  const schema = response === undefined ? operation.request.schema : (success?.schema ?? {});
  const fields = flattenFields(schemaFields(schema));
  const wanted = field ?? response ?? '';
  const found = fields.filter(({ path }) => path === wanted);
  if (found.length > 0) return found.map(({ schema }) => schema);
  const known = fields.map(({ path }) => path).join(', ');
  throw new Error(`${operation.id} has no field "${wanted}" there. It has: ${known}`);
}

function ofSchemas(schemas: readonly Schema[], { kind, as }: LimitReference): string {
  const stated = kinds.filter((keyword) => schemas.some((schema) => schema[keyword] !== undefined));
  const keyword = stated.find((candidate) => candidate === kind);
  const schema = schemas.find((each) => keyword && each[keyword] !== undefined);
  const value = keyword && schema?.[keyword];
  if (value === undefined) {
    const has = stated.length === 0 ? 'no limit' : stated.join(', ');
    throw new Error(`<Limit kind="${kind ?? ''}">: the field states no such limit. It has ${has}`);
  }
  if (as === undefined) return readable(value);
  return `${readable(converted(value, schema?.['x-unit'] ?? 'a number without x-unit', as))} ${as}`;
}

/**
 * The text of a limit: of a field its number, `7,776,000`; of a whole document with its unit, `1 KB`; with `as` in
 * that unit, `90 days`.
 * @throws Error that names what is unknown and what there is instead
 */
export async function resolveLimit(reference: LimitReference): Promise<string> {
  const [api, name] = apiOf(reference.id ?? reference.call ?? '');
  const { document } = await readApi(api);
  if (reference.id !== undefined) return ofDocument(document, name, reference.as);
  const operation = document.operations.find(({ id }) => id === name);
  if (!operation) {
    const ids = document.operations.map(({ id }) => id).join(', ');
    throw new Error(`<Limit>: the ${document.title} has no call "${name}". It has: ${ids}`);
  }
  return ofSchemas(schemasOf(operation, reference), reference);
}

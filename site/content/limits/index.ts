import {
  flattenFields,
  schemaFields,
  type ApiDocument,
  type Operation,
  type Schema,
} from '@anedya-docs/openapi-model';
import type { Nodes, Root } from 'mdast';
import type { VFile } from 'vfile';
import { apiConfigs, readApi, type Api, type ApiName } from '../api-reference/documents';
import { limitText } from '../api-reference/fields';

/** Seconds per unit of time. */
const seconds: Readonly<Record<string, number>> = {
  milliseconds: 0.001,
  seconds: 1,
  minutes: 60,
  hours: 3600,
  days: 86_400,
};

/**
 * Converts a duration to another unit of time.
 * @throws Error for an unknown unit, and when the result is not a whole number
 */
function convert(value: number, from: string, to: string): number {
  const [has, wants] = [seconds[from], seconds[to]];
  const names = Object.keys(seconds).join(', ');
  if (has === undefined)
    throw new Error(`cannot convert from ${from}, which is not a unit of time: ${names}`);
  if (wants === undefined) throw new Error(`as="${to}" is not a unit of time: ${names}`);
  const result = Math.round((value * has * 1000) / wants) / 1000;
  if (Number.isInteger(result)) return result;
  throw new Error(`${value} ${from} is not a whole number of ${to}`);
}

/** Attributes of `<Limit>`. */
type LimitReference = Readonly<
  Partial<Record<'id' | 'operation' | 'field' | 'response' | 'kind' | 'as', string>>
>;

/** Schema keywords whose value is a number. */
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

const formatNumber = (value: number) => value.toLocaleString('en');

function apiOf(id: string): readonly [ApiName, string] {
  const [api, name = ''] = id.split('/');
  const config = apiConfigs.find((candidate) => candidate.name === api);
  if (config && name !== '') return [config.name, name];
  const names = apiConfigs.map((candidate) => `"${candidate.name}/..."`).join(' or ');
  throw new Error(`<Limit> needs id= or operation= ${names}, not "${id}"`);
}

function ofDocument({ title, limits }: ApiDocument, name: string, as: string | undefined): string {
  const limit = limits.find(({ id }) => id === name);
  if (!limit) {
    const ids = limits.map(({ id }) => id).join(', ');
    throw new Error(`the ${title} has no limit "${name}" in x-limits. It has: ${ids}`);
  }
  return as === undefined
    ? limitText(limit)
    : limitText({ value: convert(limit.value, limit.unit, as), unit: as });
}

/** Schemas of a field: its own, and those in other forms of the body. */
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
    throw new Error(`<Limit kind="${kind ?? ''}">: the field has no such limit. It has ${has}`);
  }
  if (as === undefined) return formatNumber(value);
  return `${formatNumber(convert(value, schema?.['x-unit'] ?? 'a number without x-unit', as))} ${as}`;
}

/**
 * Returns the text of a limit: the number for a field (`7,776,000`), the number with its unit for a document (`1 KB`), and
 * the converted value with `as` (`90 days`).
 * @throws Error that names what is unknown and lists what exists
 */
function resolveLimit(reference: LimitReference, apis: readonly Api[]): string {
  const [api, name] = apiOf(reference.id ?? reference.operation ?? '');
  const document = apis.find(({ config }) => config.name === api)?.document;
  if (!document) throw new Error(`the document of the API "${api}" was not read`);
  if (reference.id !== undefined) return ofDocument(document, name, reference.as);
  const operation = document.operations.find(({ id }) => id === name);
  if (!operation) {
    const ids = document.operations.map(({ id }) => id).join(', ');
    throw new Error(`<Limit>: the ${document.title} has no operation "${name}". It has: ${ids}`);
  }
  return ofSchemas(schemasOf(operation, reference), reference);
}

interface JsxElement {
  readonly type: 'mdxJsxTextElement' | 'mdxJsxFlowElement';
  readonly name: string | null;
  readonly attributes: readonly { readonly name?: string; readonly value?: unknown }[];
}

type Node = Nodes | JsxElement;

function isLimit(node: Node): node is JsxElement {
  return (
    (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') &&
    'name' in node &&
    node.name === 'Limit'
  );
}

function rewrite(parent: { children: Node[] }, file: VFile, apis: readonly Api[]): void {
  for (const [index, node] of parent.children.entries()) {
    if (isLimit(node)) {
      const attributes = node.attributes.map(({ name, value }) => [name, value]);
      try {
        const reference = Object.fromEntries(attributes) as Record<string, string>;
        const value = resolveLimit(reference, apis);
        parent.children[index] = { type: 'text', value };
      } catch (error) {
        file.fail(error instanceof Error ? error.message : String(error), node as Nodes);
      }
    } else if ('children' in node) {
      rewrite(node, file, apis);
    }
  }
}

/** Returns the texts of the limits of a page in MDX, or what is wrong with them, in order. */
export function limitTexts(page: string, apis: readonly Api[]): string[] {
  return [...page.matchAll(/<Limit\s([^>]*)>/g)].map(([, written = '']) => {
    const attributes = [...written.matchAll(/(\w+)="([^"]*)"/g)];
    const named = attributes.map(([, name = '', value = '']) => [name, value] as const);
    try {
      return resolveLimit(Object.fromEntries(named), apis);
    } catch (error) {
      return String(error);
    }
  });
}

/**
 * Remark plugin: replaces `<Limit operation="platform/node-list" field="limit" kind="maximum" />` and `<Limit
 * id="device/event-data" />` in prose with the number in the OpenAPI document. The build fails for a limit that is not in
 * the document.
 */
export default function remarkLimits() {
  return async (tree: Root, file: VFile): Promise<void> =>
    rewrite(tree, file, await Promise.all(apiConfigs.map(({ name }) => readApi(name))));
}

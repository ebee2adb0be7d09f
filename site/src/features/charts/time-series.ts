import type { JsonValue, Schema } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import { closestForm, mergeSchema, optionsOf } from '@anedya-docs/openapi-model/fields';
import type { OperationData } from '../../requests/operation';

/** A value and its time, in milliseconds since 1970. */
export interface Point {
  readonly at: number;
  readonly value: JsonValue;
}

/** Points of one node, or of all nodes merged, oldest first. */
export interface Series {
  /** Node id; empty for all nodes merged. */
  readonly node: string;
  readonly points: readonly Point[];
}

/** The time series of a response. */
export interface Reading {
  /** Name of the field with the value: `value`, `aggregate`. */
  readonly field: string;
  /** Unit of the times in the response. */
  readonly unit: string;
  readonly series: readonly Series[];
  /** Number of points without a valid time or value. */
  readonly invalid: number;
  /** Number of points that were submitted with seconds, see {@link isInSeconds}. */
  readonly inSeconds: number;
}

/** Names of the two fields of a point. */
interface PointShape {
  readonly time: string;
  readonly value: string;
  readonly unit: string;
}

const typesOf = (schema: Schema) =>
  [schema, ...optionsOf(schema)].flatMap((form) => mergeSchema(form).type ?? []);

/** A point is an object with exactly two fields, both required: an integer with a unit, and a value that can be a number. */
function pointShape(schema: Schema): PointShape | undefined {
  const { properties = {}, required = [] } = mergeSchema(schema);
  const fields = Object.entries(properties);
  const time = fields.find(([, field]) => field['x-unit'] !== undefined);
  const value = fields.find(([, field]) => typesOf(field).includes('number'));
  if (fields.length !== 2 || required.length !== 2 || !time || !value) return undefined;
  return { time: time[0], value: value[0], unit: time[1]['x-unit'] ?? '' };
}

/** Schemas directly inside a schema. */
function partsOf(schema: Schema): readonly Schema[] {
  const { properties = {}, additionalProperties, items } = mergeSchema(schema);
  const entries = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [
    ...Object.values(properties),
    ...entries,
    ...(items ? [items] : []),
    ...optionsOf(schema),
  ];
}

/** Returns the fields of the points that a schema describes; undefined if it describes none. */
function pointsIn(schema: Schema): PointShape | undefined {
  const own = pointShape(schema);
  if (own) return own;
  for (const part of partsOf(schema)) {
    const found = pointsIn(part);
    if (found) return found;
  }
  return undefined;
}

/** Last time that a `Date` represents, in milliseconds (ECMA-262, 21.4.1.1). */
const lastTime = 8.64e15;

/**
 * True for a time that looks like Unix seconds read as milliseconds, by the thresholds of the sandbox's warning: January 2, 1970
 * to 1973.
 * @param at milliseconds since 1970
 */
export function isInSeconds(at: number): boolean {
  return at >= 1e8 && at < 1e11;
}

/** Calls back with each object that the schema describes as a point, and its node. */
function visitPoints(
  schema: Schema,
  value: JsonValue | undefined,
  node: string,
  visit: (node: string, point: JsonValue) => void,
): void {
  if (value === undefined || !pointsIn(schema)) return;
  const options = optionsOf(schema);
  const form = options[closestForm(options, value)];
  if (form) {
    visitPoints(form, value, node, visit);
    return;
  }
  if (pointShape(schema)) {
    visit(node, value);
    return;
  }
  const { properties = {}, additionalProperties, items } = mergeSchema(schema);
  if (Array.isArray(value)) {
    const isPoints = items && pointShape(items);
    for (const item of value) {
      if (isPoints) visit(node, item);
      else visitPoints(items ?? {}, item, node, visit);
    }
  }
  if (!isJsonObject(value)) return;
  for (const [name, part] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property) visitPoints(property, part, node, visit);
    else if (typeof additionalProperties === 'object') {
      visitPoints(additionalProperties, part, name, visit);
    }
  }
}

const successOf = ({ responses }: Pick<OperationData, 'responses'>) =>
  responses.find(({ status }) => status === '200')?.schema;

/**
 * Reads the time series of a successful response. Which fields are times and values, and the unit of the times, comes from
 * the schema of the response.
 * @returns undefined if the documents describe no time series
 */
export function readTimeSeries(
  operation: Pick<OperationData, 'responses'>,
  json: JsonValue | undefined,
): Reading | undefined {
  const schema = successOf(operation);
  const shape = schema && pointsIn(schema);
  if (!schema || !shape) return undefined;
  const scale = shape.unit === 'milliseconds' ? 1 : 1000;
  const nodes = new Map<string, Point[]>();
  let invalid = 0;
  let inSeconds = 0;
  visitPoints(schema, json, '', (node, point) => {
    const time = isJsonObject(point) ? point[shape.time] : undefined;
    const value = isJsonObject(point) ? point[shape.value] : undefined;
    if (typeof time !== 'number' || Math.abs(time * scale) > lastTime || value === undefined) {
      invalid += 1;
      return;
    }
    if (isInSeconds(time * scale)) {
      inSeconds += 1;
      return;
    }
    const points = nodes.get(node) ?? [];
    points.push({ at: time * scale, value });
    nodes.set(node, points);
  });
  const series = [...nodes].map(([node, points]) => ({
    node,
    points: points.sort((a, b) => a.at - b.at),
  }));
  return { field: shape.value, unit: shape.unit, series, invalid, inSeconds };
}

/** Returns the variable that a request or its response names, for labels. */
export function variableOf(...bodies: readonly (JsonValue | undefined)[]): string | undefined {
  const names = bodies.map((body) => (isJsonObject(body) ? body.variable : undefined));
  return names.find((name) => typeof name === 'string');
}

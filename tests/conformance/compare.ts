import { isJsonObject } from '../../packages/openapi-model/src/json-object.ts';
import {
  bodyViolation,
  flattenFields,
  schemaFields,
  type JsonValue,
  type Operation,
  type Schema,
} from '../../packages/openapi-model/src/index.ts';
import type { Response } from './request.ts';

/** Something that a target does differently. It has names and types, never values: those may be secrets. */
export interface Difference {
  /** `status`, `code` or the path of a field: `data.{node id}[].timestamp`. */
  readonly at: string;
  readonly expected: string;
  readonly found: string;
  /** What the target differs from. */
  readonly from: 'document' | 'sandbox';
}

type NameOfKey = (key: string) => string;

/** Type of a value; of a timestamp, its unit, which its size shows. */
function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT/.test(value) ? 'ISO 8601 timestamp' : 'string';
  if (typeof value !== 'number') return typeof value;
  if (value >= 1e9 && value < 1e10) return 'Unix seconds';
  return value >= 1e12 && value < 1e13 ? 'Unix milliseconds' : 'number';
}

/** Types of all parts of a body, by path. A list counts as one entry. */
function shapeOf(value: JsonValue, nameOfKey: NameOfKey): Map<string, string> {
  const shape = new Map<string, string>();
  const visit = (part: JsonValue, at: string) => {
    if (at !== '') shape.set(at, typeOf(part));
    if (Array.isArray(part)) for (const item of part) visit(item, `${at}[]`);
    if (!isJsonObject(part)) return;
    for (const [key, inner] of Object.entries(part)) {
      const name = nameOfKey(key);
      visit(inner, at === '' ? name : `${at}.${name}`);
    }
  };
  visit(value, '');
  return shape;
}

/** Whether a path is inside of a list or object that the other body does not have, or has empty. */
function isBelow(at: string, shape: ReadonlyMap<string, string>): boolean {
  const list = at.lastIndexOf('[]');
  return list !== -1 && !shape.has(at.slice(0, list + 2));
}

/** Whether a target did what the request asked for. */
export const succeeded = ({ status, body }: Response) =>
  status >= 200 && status < 300 && !(isJsonObject(body) && body.success === false);

/** Code of a response for comparison. Numbers of errors are known for the Device API only: 4020 and 4040. */
function codeOf({ body }: Response): string {
  if (!isJsonObject(body)) return 'none';
  const { reasonCode, errorcode, errcode } = body;
  if (typeof reasonCode === 'string') return reasonCode;
  const number = errorcode ?? errcode;
  if (number === undefined) return 'none';
  return number === 0 || number === 4020 || number === 4040 ? JSON.stringify(number) : 'another';
}

function responseSchema(operation: Operation, response: Response): Schema | undefined {
  const status = succeeded(response) ? String(response.status) : '4XX';
  const group = `${String(response.status)[0] ?? ''}XX`;
  const found = [status, group, 'default'].flatMap((name) =>
    operation.responses.filter((documented) => documented.status === name),
  );
  return found[0]?.schema;
}

/** How a response differs from its document. */
export function fromDocument(
  operation: Operation,
  response: Response,
  nameOfKey: NameOfKey,
): Difference[] {
  const schema = responseSchema(operation, response);
  if (!schema) {
    const expected = operation.responses.map(({ status }) => status).join(', ');
    return [{ at: 'status', expected, found: String(response.status), from: 'document' }];
  }
  const differences: Difference[] = [];
  const violation = bodyViolation(schema, response.body);
  if (violation) {
    const missing = /^"(.+)" is missing$/.exec(violation.reason)?.[1];
    const path = [...violation.path, ...(missing === undefined ? [] : [missing])];
    const at = path.reduce<string>((text, part) => {
      if (typeof part === 'number' || /^\d+$/.test(part)) return `${text}[]`;
      return text === '' ? nameOfKey(part) : `${text}.${nameOfKey(part)}`;
    }, '');
    differences.push({ at, expected: 'the schema', found: violation.reason, from: 'document' });
  }
  const shape = shapeOf(response.body, nameOfKey);
  for (const { path, schema: own } of flattenFields(schemaFields(schema))) {
    const found = shape.get(path);
    const expected = own['x-unit'] && `Unix ${own['x-unit']}`;
    if (found?.startsWith('Unix') === true && expected !== undefined && found !== expected)
      differences.push({ at: path, expected, found, from: 'document' });
  }
  return differences;
}

/** A response of one of the two, and the names of its keys. */
interface Side {
  readonly response: Response;
  readonly nameOfKey: NameOfKey;
}

/** How a response differs from that of the sandbox to the same request. */
export function fromSandbox(target: Side, sandbox: Side): Difference[] {
  const pairs: [at: string, expected: string, found: string][] = [
    ['status', String(sandbox.response.status), String(target.response.status)],
    ['code', codeOf(sandbox.response), codeOf(target.response)],
  ];
  const expected = shapeOf(sandbox.response.body, sandbox.nameOfKey);
  const found = shapeOf(target.response.body, target.nameOfKey);
  for (const at of new Set([...expected.keys(), ...found.keys()])) {
    const other = expected.has(at) ? found : expected;
    if (!other.has(at) && isBelow(at, other)) continue;
    // Inside of a part that is missing, only the part is reported.
    const parent = at.slice(0, Math.max(0, at.lastIndexOf('.')));
    if (parent !== '' && !other.has(at) && !other.has(parent)) continue;
    pairs.push([at, expected.get(at) ?? 'no field', found.get(at) ?? 'no field']);
  }
  return pairs
    .filter(([, want, got]) => want !== got)
    .map(([at, want, got]) => ({ at, expected: want, found: got, from: 'sandbox' }));
}

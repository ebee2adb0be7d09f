import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import { limits } from './limits.ts';
import { excerpt } from './text.ts';

/** An event as rules see it (specs/facts/guides.md, features/events/rule-pattern). */
export interface RuleEvent {
  /** Id of the node that submitted the event. */
  readonly eventSource: string;
  readonly eventType: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly data: Readonly<Record<string, unknown>>;
}

type Scalar = string | number | boolean | null;

/** One field of a pattern: its path, and the values of which the event must have one. */
export interface Condition {
  readonly path: readonly string[];
  readonly values: readonly Scalar[];
}

/** A pattern as a list of conditions; an empty list matches every event. */
export type Pattern = readonly Condition[];

/** A condition compared with an event. */
export interface ConditionResult extends Condition {
  /** Value of the event at the path; undefined if it has none. */
  readonly actual: unknown;
  readonly isMatch: boolean;
}

interface PatternResult {
  readonly isMatch: boolean;
  readonly conditions: readonly ConditionResult[];
}

/** A pattern that does not follow the syntax. The message says which field is wrong, and what to write. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Most objects inside each other in a pattern. The data of an event is short, so no event has more. */
const deepest = 32;

function conditionsIn(value: unknown, path: readonly string[]): Condition[] {
  const field = `"${excerpt(path.join('.'))}"`;
  if (path.length > deepest) {
    throw new PatternError(
      `${field} is nested too deeply. A pattern has at most ${deepest} levels.`,
    );
  }
  if (isJsonObject(value)) {
    const fields = Object.entries(value);
    if (fields.length === 0 && path.length > 0) {
      throw new PatternError(`${field} is an empty object. Give it a field, or remove it.`);
    }
    return fields.flatMap(([name, inner]) => conditionsIn(inner, [...path, name]));
  }
  if (!Array.isArray(value)) {
    throw new PatternError(`${field} must be an array of values, such as ["front"].`);
  }
  if (value.length === 0) {
    throw new PatternError(`${field} is an empty array, which no event matches. Add a value.`);
  }
  const values: Scalar[] = value.filter(isScalar);
  if (values.length < value.length) {
    throw new PatternError(`${field} may contain only strings, numbers, booleans and null.`);
  }
  return [{ path, values }];
}

/** Fields of an event, by which a pattern selects. */
const eventFields = [
  'eventSource',
  'eventType',
  'timestamp',
  'data',
] as const satisfies (keyof RuleEvent)[];

/** Names that other operations use for a field of an event, and paths written as names. */
function checkField(name: string): void {
  if (eventFields.some((field) => field === name)) return;
  const sent = `"${excerpt(name)}"`;
  const [parent = '', ...rest] = name.split('.');
  if (rest.length > 0 && eventFields.some((field) => field === parent)) {
    const path = excerpt(rest.join('.'));
    throw new PatternError(
      `${sent} is a path: write it as nested objects, {"${parent}":{"${path}":[…]}}.`,
    );
  }
  const meant = /^node_?id$/i.test(name)
    ? 'The id of the node is "eventSource".'
    : `Conditions on what the device sends belong in "data".`;
  throw new PatternError(
    `An event has no field ${sent}, only ${eventFields.map((field) => `"${field}"`).join(', ')}. ${meant}`,
  );
}

/**
 * Reads a pattern: a JSON object whose leaf values are arrays, with nested objects for nested fields.
 * @throws PatternError
 */
export function readPattern(value: unknown): Pattern {
  if (isJsonObject(value)) {
    Object.keys(value).forEach(checkField);
    return conditionsIn(value, []);
  }
  throw new PatternError(
    'A pattern must be a JSON object, such as {"eventType":["door-unlocked"]}.',
  );
}

/** Reads a stored pattern, which `readPattern` has checked, perhaps in an earlier version. */
export const storedPattern = (json: string): Pattern => conditionsIn(JSON.parse(json), []);

/** Returns the value at a path, in properties of the event only. */
function valueAt(event: RuleEvent, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    event,
  );
}

/**
 * Compares an event with a pattern. Several values of a field match any of them. That all fields must match, and that values
 * are compared as a whole and by type, is a choice of the sandbox: the references do not say it.
 * @returns the result of each condition, and whether all match
 */
export function matchPattern(pattern: Pattern, event: RuleEvent): PatternResult {
  const conditions = pattern.map(({ path, values }): ConditionResult => {
    const actual = valueAt(event, path);
    return { path, values, actual, isMatch: values.some((value) => value === actual) };
  });
  return { isMatch: conditions.every(({ isMatch }) => isMatch), conditions };
}

/**
 * Whether an event was too old on arrival for rules to run on it (specs/facts/guides.md, features/events).
 * @param received milliseconds since 1970
 */
export function isTooOldForRules(
  { timestamp }: Pick<RuleEvent, 'timestamp'>,
  received: number,
): boolean {
  return received - timestamp > limits.event.ruleAge;
}

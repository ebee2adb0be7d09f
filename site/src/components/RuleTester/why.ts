import type { JsonValue } from '@anedya-docs/openapi-model';
import type { ConditionResult, RuleEvent } from '@anedya-docs/sandbox/browser/rule-test';

const json = (value: unknown) => JSON.stringify(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Path of the first field with one of the values, in an event. */
function pathOf(value: unknown, values: readonly unknown[]): readonly string[] | undefined {
  if (!isObject(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (values.includes(inner)) return [name];
    const below = pathOf(inner, values);
    if (below) return [name, ...below];
  }
  return undefined;
}

/** The pattern of one condition. */
function patternOf(path: readonly string[], values: readonly unknown[]): string {
  return json(path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), values));
}

/** Why the event has no value at the path, and what to write if it has one of the values elsewhere. */
function missing({ values }: ConditionResult, event: RuleEvent): string {
  const elsewhere = pathOf(event, values);
  const text = 'The event has no such field.';
  return elsewhere ? `${text} It has the value here: \`${patternOf(elsewhere, values)}\`.` : text;
}

const folded = (value: unknown) => json(value).replaceAll('"', '').toLowerCase();

/** A value of a condition that differs from the event's in letter case or type only. */
function alikeIn({ values, actual }: ConditionResult) {
  if (actual === undefined) return undefined;
  return values.find((value) => folded(value) === folded(actual));
}

/** Says in one or two sentences why a condition matches an event, or why not. Code is in backticks. */
export function reasonOf(result: ConditionResult, event: RuleEvent): string {
  const { actual, isMatch } = result;
  if (isMatch) return `The event has \`${json(actual)}\`.`;
  if (actual === undefined) return missing(result, event);
  if (Array.isArray(actual)) return 'The event has an array, which no value matches.';
  if (isObject(actual)) {
    const [name] = Object.keys(actual);
    const hint = name === undefined ? '' : ` Name a field in it, such as \`${name}\`.`;
    return `The event has an object, which no value matches.${hint}`;
  }
  const text = `The event has \`${json(actual)}\`.`;
  const alike = alikeIn(result);
  if (alike === undefined) return text;
  if (typeof alike === typeof actual) return `${text} Letter case must be the same.`;
  return `${text} Types must be the same: write \`${json([actual as JsonValue])}\`.`;
}

/**
 * What the sandbox decides in this comparison although Anedya does not document it.
 * @returns sentences
 */
export function unconfirmedIn(conditions: readonly ConditionResult[]): string[] {
  const notes: string[] = [];
  if (conditions.length > 1) notes.push('All fields of a pattern must match.');
  if (conditions.some(({ path, values }) => path[0] === 'data' && values.length > 1)) {
    notes.push('Any of several values of a field in data matches.');
  }
  if (conditions.some(({ actual }) => actual === undefined)) {
    notes.push('A field that the event does not have never matches.');
  }
  if (conditions.some((result) => !result.isMatch && alikeIn(result) !== undefined)) {
    notes.push('Values are compared by letter case and by type.');
  }
  return notes;
}

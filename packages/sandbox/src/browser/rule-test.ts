/** Compares an event with a rule pattern in a page, with the code that the sandbox evaluates rules with. */
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import {
  type ConditionResult,
  isTooOldForRules,
  matchPattern,
  PatternError,
  readPattern,
  type RuleEvent,
} from '../core/rule-pattern.ts';

export type { ConditionResult, RuleEvent };

/** A value that is no event or no pattern: which one, and what to write instead. */
export interface RuleTestError {
  readonly field: 'event' | 'pattern';
  readonly message: string;
}

export interface RuleTest {
  readonly isMatch: boolean;
  readonly conditions: readonly ConditionResult[];
  /** Rules run on no event that arrives so late, whatever their pattern. */
  readonly isTooOld: boolean;
}

/** What each field of an event must be. */
const eventFields: readonly (readonly [
  name: keyof RuleEvent,
  isValid: (value: unknown) => boolean,
  text: string,
])[] = [
  ['eventSource', (value) => typeof value === 'string', 'the id of a node, as a string'],
  [
    'eventType',
    (value) => typeof value === 'string' && value !== '',
    'a type, such as "door-unlocked"',
  ],
  ['timestamp', Number.isSafeInteger, 'an integer, in Unix milliseconds'],
  ['data', isJsonObject, 'an object, such as {"door":"front"}'],
];

/** Says what to correct in a value that is no event as rules see it. */
function eventError(value: unknown): string | undefined {
  if (!isJsonObject(value)) return 'An event must be a JSON object with the fields of the example.';
  const [name, , text] = eventFields.find(([field, isValid]) => !isValid(value[field])) ?? [];
  return name === undefined ? undefined : `"${name}" must be ${text}.`;
}

const isEvent = (value: unknown): value is RuleEvent => eventError(value) === undefined;

/**
 * Compares an event with a pattern.
 * @param received when the event arrives, in milliseconds since 1970
 * @returns the result of each condition, or what to correct in the event and in the pattern
 */
export function testRule(
  event: unknown,
  pattern: unknown,
  received: number,
): RuleTest | readonly RuleTestError[] {
  const errors: RuleTestError[] = [];
  if (!isEvent(event)) errors.push({ field: 'event', message: eventError(event) ?? '' });
  try {
    const conditions = readPattern(pattern);
    if (!isEvent(event)) return errors;
    return { ...matchPattern(conditions, event), isTooOld: isTooOldForRules(event, received) };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return [...errors, { field: 'pattern', message: error.message }];
  }
}

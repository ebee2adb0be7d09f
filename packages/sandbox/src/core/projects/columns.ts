/** What the columns of a project file may contain. */
import type { JsonValue } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import { readJson } from '../api/read-json.ts';
import { limits } from '../limits.ts';
import { maxStages, readStages, type Stage } from '../ota/rollout.ts';
import { isText, maxBytes, utf8Length } from '../text.ts';
import { latestTime } from '../time.ts';

/** Value of a column in the store. Files contain bytes as base64 text. */
export type Stored = string | number | null | Uint8Array;

export interface Column {
  /** What the value must be: "a UUID in lower case". */
  readonly what: string;
  /** Returns the value for the store, or undefined if it is invalid. */
  readonly read: (value: JsonValue) => Stored | undefined;
}

export const integer = (min: number, max = Number.MAX_SAFE_INTEGER): Column => ({
  what: `an integer from ${min} to ${max}`,
  read: (value) =>
    Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max
      ? Number(value)
      : undefined,
});

export const finite: Column = {
  what: 'a number',
  read: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
};

export const isShortText = (value: JsonValue, max: number): value is string =>
  typeof value === 'string' && isText(value) && utf8Length(value) <= max;

export const text = (max = maxBytes, min = 0): Column => ({
  what: `text of ${min} to ${max} bytes, without the character U+0000`,
  read: (value) => (isShortText(value, max) && value.length >= min ? value : undefined),
});

const matching = (what: string, pattern: RegExp): Column => ({
  what,
  read: (value) => (typeof value === 'string' && pattern.test(value) ? value : undefined),
});

export const oneOf = (...values: string[]): Column => ({
  what: values.map((value) => `"${value}"`).join(' or '),
  read: (value) => (typeof value === 'string' && values.includes(value) ? value : undefined),
});

export const orNull = ({ what, read }: Column): Column => ({
  what: `${what}, or null`,
  read: (value) => (value === null ? null : read(value)),
});

const encoder = new TextEncoder();

/** Returns what the store has for a value, as JSON; undefined if the value is invalid. */
type Canonical = (value: JsonValue) => JsonValue | undefined;

/** JSON in a text column, stored as the API stores it: `canonical` checks the parsed value, and may throw. */
export const jsonOf = (what: string, max: number, canonical: Canonical): Column => ({
  what: `text of at most ${max} bytes that is the JSON of ${what}`,
  read: (value) => {
    if (!isShortText(value, max)) return undefined;
    const parsed = readJson(encoder.encode(value), 'text');
    try {
      const stored = 'value' in parsed ? canonical(parsed.value) : undefined;
      return stored === undefined ? undefined : JSON.stringify(stored);
    } catch {
      return undefined;
    }
  },
});

/** JSON of a value that is stored unchanged, without white space. */
export const json = (what: string, max: number, accepts: (value: JsonValue) => boolean): Column =>
  jsonOf(what, max, (value) => (accepts(value) ? value : undefined));

export const base64: Column = {
  what: 'base64 text',
  read: (value) => {
    if (typeof value !== 'string') return undefined;
    try {
      const text = atob(value);
      const bytes = new Uint8Array(text.length);
      for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
      return bytes;
    } catch {
      return undefined;
    }
  },
};

export const isPairs = (value: JsonValue) =>
  isJsonObject(value) && Object.values(value).every((item) => typeof item === 'string');

export const isTexts = (value: JsonValue | undefined): value is string[] =>
  Array.isArray(value) &&
  value.length <= limits.project.policyEntries &&
  value.every((item) => isShortText(item, limits.bodyBytes));

const policyLists = ['nodes', 'variables', 'vsglobalscopes', 'vskeys', 'streams'];

export const isPolicy = (value: JsonValue) =>
  isJsonObject(value) &&
  isTexts(value.allow) &&
  isJsonObject(value.resources) &&
  Object.entries(value.resources).every(
    ([name, list]) => policyLists.includes(name) && isTexts(list),
  );

const stageNumbers = ['stageNumber', 'stageTarget', 'abortCriteria', 'delay'] as const;
const stageFields: readonly string[] = [...stageNumbers, 'autoAbort', 'stageName'];

function isStage(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    Object.keys(value).every((name) => stageFields.includes(name)) &&
    stageNumbers.every((name) => Number.isInteger(value[name])) &&
    typeof value.autoAbort === 'boolean' &&
    isShortText(value.stageName ?? '', 100)
  );
}

/** Returns the stages of a deployment as the API stores them. */
export const stagesOf = (value: JsonValue): JsonValue | undefined => {
  if (!Array.isArray(value) || value.length > maxStages || !value.every(isStage)) return undefined;
  return readStages(value as unknown as Stage[]) as unknown as JsonValue;
};

export const uuid = matching(
  'a UUID in lower case',
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
);
export const nodeKey = matching('32 hexadecimal digits in lower case', /^[0-9a-f]{32}$/);
export const alphanumeric = (length: number) =>
  matching(`${length} letters and digits`, new RegExp(`^[0-9A-Za-z]{${length}}$`));
export const flag = integer(0, 1);
/** What a column of 32 bits can hold on PostgreSQL. */
export const int32 = integer(0, 2 ** 31 - 1);
/** The last time that a date can have, in milliseconds since 1970 (ECMA-262, 21.4.1.1). */
const latestDate = 8.64e15;
/** Milliseconds since 1970: of what devices submit, and of anything else, which may be later than the year 9999. */
export const submitted = integer(0, latestTime);
export const time = integer(0, latestDate);

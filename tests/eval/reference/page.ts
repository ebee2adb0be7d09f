import type { Json } from '../project.ts';

/** A row of a table of fields. */
export interface Field {
  /** Path as documented: `config.interval.measure`, `tags[].key`, `data.{node id}[].value`. */
  readonly path: string;
  /** `integer · seconds`, `array of string` */
  readonly type: string;
  readonly description: string;
}

/** A value for a field, and the index of the array element that it belongs to. */
export type Assignment = readonly [field: RegExp, value: unknown, index?: number];

function rows(section: string): Field[] {
  return [
    ...section.matchAll(/^\| `([^`]+)` \| ([^|]+) \| (?:(?:required|optional) \| )?(.+) \|$/gm),
  ].map(([, path = '', type = '', description = '']) => ({ path, type: type.trim(), description }));
}

function sectionOf(markdown: string, heading: string): string {
  const [, after = ''] = markdown.split(`\n## ${heading}\n`);
  return after.split('\n## ')[0] ?? '';
}

/** Converts a time, or a duration as a time since 1970, into the unit that the documentation states for the field. */
function inUnit({ path, type }: Field, value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  if (type.includes('milliseconds')) return value.getTime();
  if (type.includes('seconds')) return Math.floor(value.getTime() / 1000);
  throw new Error(`the page states no unit for the time in "${path}"`);
}

/** Sets a value at a documented path, in the given element of each array on the way. */
function assign(body: Json, path: string, value: unknown, index: number): void {
  const steps = path.split('.');
  let at = body;
  for (const [position, step] of steps.entries()) {
    const name = step.replace('[]', '');
    const isLast = position === steps.length - 1;
    if (!step.endsWith('[]')) {
      if (isLast) at[name] = value;
      else at = (at[name] ??= {}) as Json;
      continue;
    }
    const list = (at[name] ??= []) as Json[];
    at = list[index] ??= {};
  }
}

/** Follows a documented path; arrays and maps return all their values. */
function follow(value: unknown, steps: readonly string[]): unknown[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  const name = step.replace('[]', '');
  const children = name.startsWith('{') ? Object.values(value) : [(value as Json)[name]];
  const found = step.endsWith('[]') ? children.flat() : children;
  return found.flatMap((child) => follow(child, rest));
}

/** The Markdown of an operation's page, and what it says. */
export class OperationPage {
  readonly title: string;
  readonly key: string;
  /** Path below the base URL of the API: `/node/create`. */
  readonly urlPath: string;
  /** Request headers with placeholders for the credentials. */
  readonly headers: Readonly<Record<string, string>>;
  private readonly request: readonly Field[];
  private readonly response: readonly Field[];

  constructor(
    readonly path: string,
    readonly markdown: string,
  ) {
    const [, title = ''] = /^# (.+)$/m.exec(markdown) ?? [];
    const [, urlPath] = /^`POST https:\/\/[^`/]+\/v1(\/[^`]+)`/m.exec(markdown) ?? [];
    if (urlPath === undefined) throw new Error(`${path} states no address`);
    const [, headers = ''] =
      /```http\n([\s\S]*?)\n```/.exec(sectionOf(markdown, 'Authentication')) ?? [];
    this.title = title;
    this.urlPath = urlPath;
    this.headers = Object.fromEntries(
      headers.split('\n').map((line) => line.split(': ') as [string, string]),
    );
    const [, api = '', id = ''] = /\/(platform|device)(?:-api|\/api)\/([^/]+)\/$/.exec(path) ?? [];
    this.key = `${api}/${id}`;
    this.request = rows(sectionOf(markdown, 'Request body'));
    this.response = rows(sectionOf(markdown, 'Response'));
  }

  private find(fields: readonly Field[], wanted: RegExp): Field {
    const found = fields.find(({ description }) => wanted.test(description));
    if (!found) throw new Error(`${this.path} has no field with the description ${String(wanted)}`);
    return found;
  }

  /** Builds a request body: each field is found by what its description says, and times get its unit. */
  body(assignments: readonly Assignment[]): Json {
    const body: Json = {};
    for (const [wanted, value, index = 0] of assignments) {
      const field = this.find(this.request, wanted);
      const converted = inUnit(field, value);
      const isList = field.type.startsWith('array') && !Array.isArray(converted);
      assign(body, field.path, isList ? [converted] : converted, index);
    }
    return body;
  }

  /** Returns the documented value of a request field that a pattern selects. */
  choice(field: RegExp, wanted: RegExp): string {
    const { description, path } = this.find(this.request, field);
    const [, allowed = description] = /Allowed: one of ([^.]+)\./.exec(description) ?? [];
    const found = [...allowed.matchAll(/`([^`]+)`/g)].find(([, value = '']) => wanted.test(value));
    if (found?.[1] === undefined)
      throw new Error(`"${path}" has no value like ${String(wanted)} on ${this.path}`);
    return found[1];
  }

  /** Returns the largest number that a request field allows. */
  largest(field: RegExp): number {
    const [, number = ''] =
      /(?:at most|to) ([\d,]+)/.exec(this.find(this.request, field).description) ?? [];
    return Number(number.replaceAll(',', ''));
  }

  /** Returns the values of a response field, in the order of the response. */
  values(response: Json, wanted: RegExp): unknown[] {
    return follow(response, this.find(this.response, wanted).path.split('.'));
  }

  /** Returns the only value, or the first one. @throws Error if the response has none */
  value(response: Json, wanted: RegExp): unknown {
    const [value] = this.values(response, wanted);
    if (value === undefined)
      throw new Error(`the response has no ${String(wanted)}: ${JSON.stringify(response)}`);
    return value;
  }

  /** Converts a time of a response field into milliseconds, by the unit that the documentation states. */
  milliseconds(wanted: RegExp, time: unknown): number {
    const { type } = this.find(this.response, wanted);
    return Number(time) * (type.includes('milliseconds') ? 1 : 1000);
  }
}

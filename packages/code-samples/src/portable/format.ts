import { printExact } from '@anedya-docs/openapi-model/typed-number';
import type { SampleRequest } from '../types.ts';
import type { PortableRequest, PortableSet, Variable } from './set.ts';

/** A format that other tools read. */
export interface PortableFormat {
  readonly id: 'shell' | 'http' | 'hurl' | 'bruno' | 'postman' | 'har' | 'arazzo';
  readonly label: string;
  /** End of the file name, with the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** Whether it can express messages over MQTT. */
  readonly hasMessages?: true;
  /** How to use a file, one or two sentences. */
  readonly about: string;
  /** The same for a file without messages, if it needs less. */
  readonly aboutRequests?: string;
  /** How to set variables, a sentence. @param names list in words */
  readonly setting: (names: string) => string;
  /** Command that runs the file; undefined for tools with a user interface. */
  readonly command?: (set: PortableSet, file: string) => string;
  /** Why a file leaves out a request: `Redocly CLI cannot send it`; undefined if it does not. */
  readonly obstacle?: (request: PortableRequest) => string | undefined;
  readonly render: (set: PortableSet, options: RenderOptions) => string;
}

export interface RenderOptions {
  /** Milliseconds since 1970, for formats that cannot compute times. */
  readonly now: number;
  /** URL of the folder with the OpenAPI documents, with a trailing slash. */
  readonly specs: string;
}

/** Variables that the reader must set: secrets, and ids without a value. */
export const requiredNames = ({ variables }: PortableSet): readonly string[] =>
  variables.flatMap(({ name, kind, value }) =>
    kind !== 'time' && value === undefined ? [name] : [],
  );

/** `A`, `A and B`, `A, B and C`. */
function listed(names: readonly string[]): string {
  const [last = '', ...others] = [...names].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}

/** URL and headers of a request, with `{{NAME}}` for variables. */
export function templateHead({ base, request }: PortableRequest) {
  return {
    url: `{{${base}}}${request.path}`,
    headers: headersOf(request, (name) => `{{${name}}}`),
  };
}

/** Headers with the text of `secret` for each secret. */
export function headersOf(
  { headers }: SampleRequest,
  secret: (name: string) => string,
): readonly { readonly name: string; readonly value: string }[] {
  return headers.map((header) => ({
    name: header.name,
    value: 'secret' in header ? header.prefix + secret(header.secret) : header.value,
  }));
}

/** A double-quoted shell word per variable: `NAME="$NAME"`, or its value. */
export function shellSetting({ name, value, time }: Variable): string {
  if (!time) return value === undefined ? `${name}="$${name}"` : `${name}=${value}`;
  const { seconds, unit } = time;
  const sign = seconds < 0 ? '-' : '+';
  return `${name}="$(($(date +%s) ${sign} ${Math.abs(seconds)}))${unit === 'milliseconds' ? '000' : ''}"`;
}

/** How to use a file and which variables to set. */
export function usageOf(format: PortableFormat, set: PortableSet): string {
  const { about, aboutRequests = about, setting } = format;
  const names = requiredNames(set);
  const usage = set.messages.length === 0 ? aboutRequests : about;
  return names.length === 0 ? usage : `${usage} ${setting(listed(names))}`;
}

export const jsonFile = (value: object) => `${printExact(value, 2)}\n`;

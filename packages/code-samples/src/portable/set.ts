import type { JsonValue, Operation, Schema, ValueKind } from '@anedya-docs/openapi-model';
import type { ExactValue, TypedNumber } from '@anedya-docs/openapi-model/typed-number';
import { mergeSchema } from '@anedya-docs/openapi-model/fields';
import { fromNow, mapBody } from '@anedya-docs/openapi-model/values';

import { timesIn } from '../reader-id.ts';
import { relativeTime, type RelativeTime } from '../relative-time.ts';
import { sampleRequest } from '../sample-request.ts';
import type { SampleOperation, SampleRequest, SampleValue } from '../types.ts';
import { namesIn, timeName } from './marks.ts';
import { mark, maskSecrets, type Secrets } from './secrets.ts';

/** Parts of an operation that portable files need. */
export type PortableOperation = SampleOperation &
  Pick<Operation, 'id' | 'operationId' | 'title'> & {
    readonly responses: readonly { readonly status: string; readonly schema: Schema }[];
  };

/** A request to export. */
export interface PortableEntry {
  readonly api: string;
  readonly operation: PortableOperation;
  /** Base URL of the server. */
  readonly server: string;
  readonly body: ExactValue;
  /** False for a request without a credential. */
  readonly hasCredential?: boolean;
  /** Variables with credentials by the name that samples use, for requests of several devices. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Folder. */
  readonly group?: string | undefined;
  /** Markdown. */
  readonly description?: string;
  /** Examples of successful responses. */
  readonly examples?: readonly { readonly summary: string; readonly value: JsonValue }[];
  /** What happened when it was sent. */
  readonly sent?: {
    /** Milliseconds since 1970. */
    readonly at: number;
    /** Undefined if no response arrived. */
    readonly status: number | undefined;
    readonly succeeded: boolean;
    readonly milliseconds: number | undefined;
  };
}

/** A message that a device published, to export. */
export interface MessageEntry {
  /** Letters, digits and `-`. */
  readonly id: string;
  readonly title: string;
  readonly deviceId: string;
  /** Topics contain `{deviceId}`. */
  readonly publish: string;
  /** Topics of the response, the one for success first. */
  readonly responseTopics: readonly string[];
  readonly schema: Schema;
  readonly body: ExactValue;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
  readonly broker: { readonly host: string; readonly port: number; readonly caFile: string };
}

/** A request of a portable file. */
export interface PortableRequest extends Omit<PortableEntry, 'body'> {
  /** Unique in the file: letters, digits and `-`. */
  readonly id: string;
  readonly title: string;
  /** Variable with the base URL. */
  readonly base: string;
  /** The request, with marks for variables in its body. */
  readonly request: SampleRequest;
  /** The expected response; without `success` for an operation whose response has no such field. */
  readonly expected: { readonly status: number; readonly success?: boolean };
}

/** A message of a portable file, with marks for variables in its body. */
export type PortableMessage = Omit<MessageEntry, 'body' | 'schema' | 'sentAt' | 'deviceId'> & {
  /** Variable with the id of the device. */
  readonly device: string;
  readonly body: SampleValue;
};

/** A variable of a portable file. Without `value`, the reader must set it. */
export interface Variable {
  /** The name that the samples and guides use: `ANEDYA_API_KEY`. */
  readonly name: string;
  readonly kind: 'address' | 'secret' | 'id' | 'time';
  readonly value?: string;
  /** For a time. */
  readonly time?: RelativeTime;
}

/** Requests and variables of a portable file. */
export interface PortableSet {
  readonly title: string;
  /** Markdown. */
  readonly description?: string;
  /** Name of its files, without extension. */
  readonly name: string;
  readonly requests: readonly PortableRequest[];
  readonly messages: readonly PortableMessage[];
  readonly variables: readonly Variable[];
}

/** Variables with the base URLs, as in the setup block of the guides. */
const baseVariables: Readonly<Record<string, string>> = {
  platform: 'ANEDYA_API_URL',
  device: 'ANEDYA_DEVICE_URL',
};

/** UUIDs, and ids of access tokens. Some fields can also have other texts, such as a global namespace. */
const id = /^(?:[\da-f]{8}-[\da-f-]{27}|[A-Za-z\d]{20,})$/;

const secretKinds: readonly ValueKind[] = ['binding secret', 'token secret'];

/** `ANEDYA_NODE_ID` for `node id`. */
const kindName = (kind: ValueKind) => `ANEDYA_${kind.toUpperCase().replaceAll(' ', '_')}`;

/** The variables of a file, collected while its requests are built. */
class Variables {
  private readonly byName = new Map<string, Variable>();
  private readonly names = new Map<string, string>();

  add(variable: Variable): string {
    if (!this.byName.has(variable.name)) this.byName.set(variable.name, variable);
    return variable.name;
  }

  /**
   * The variable for an id, or for a secret, whose value is left out: a second one of the same kind has another name.
   * @param isExample true for an id of the document: the reader has another one
   */
  forId(kind: ValueKind, value: string, isExample = false): string {
    const name = kindName(kind);
    const isSecret = secretKinds.includes(kind);
    const variable = isSecret ? 'secret' : 'id';
    // A device id is new in one request only.
    const isNew = isExample && kind === 'new device id';
    if (isExample && !isNew) return this.add({ name, kind: variable });
    const known = isNew ? undefined : this.names.get(`${kind} ${value}`);
    if (known !== undefined) return known;
    let own = name;
    for (let count = 2; this.byName.has(own); count += 1) own = `${name}_${count}`;
    this.names.set(`${kind} ${value}`, own);
    return this.add({ name: own, kind: variable, ...(!isExample && !isSecret && { value }) });
  }

  /** Addresses, secrets, ids and times, in this order. */
  list(): readonly Variable[] {
    const order: readonly Variable['kind'][] = ['address', 'secret', 'id', 'time'];
    const all = [...this.byName.values()];
    return all.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  }
}

interface BodyOptions {
  /** Milliseconds since 1970; undefined for a request that was not sent. */
  readonly sentAt: number | undefined;
  readonly secrets: Secrets;
}

/** The body with variables for ids, secrets and times. */
function withVariables(
  schema: Schema,
  given: ExactValue,
  { sentAt, secrets }: BodyOptions,
  variables: Variables,
): SampleValue {
  const masked = maskSecrets(given, secrets);
  for (const name of namesIn(masked)) variables.add({ name, kind: 'secret' });
  const body = mapBody<RelativeTime | string, TypedNumber>(schema, masked, (part, value) => {
    const found = fromNow(part, value);
    if (found) return relativeTime(found.seconds, found.unit);
    const kind = part['x-value'];
    if (kind && typeof value === 'string' && namesIn(value).size === 0) {
      const isExample = part.examples?.includes(value) ?? false;
      const isId = isExample || id.test(value) || (value !== '' && secretKinds.includes(kind));
      return isId ? mark(variables.forId(kind, value, isExample)) : undefined;
    }
    if (part['x-from-now'] === undefined || typeof value !== 'number') return undefined;
    // A time that had not passed when the request was sent keeps its distance: an expired one would be rejected.
    const unit = part['x-unit'] === 'milliseconds' ? 'milliseconds' : 'seconds';
    const distance = (unit === 'seconds' ? value : value / 1000) - (sentAt ?? Infinity) / 1000;
    return distance > 0 ? relativeTime(Math.ceil(distance), unit) : undefined;
  }) as SampleValue;
  for (const time of timesIn(body)) variables.add({ name: timeName(time), kind: 'time', time });
  return body;
}

/** What to expect from a request: the response that it had, or success. */
function expectedOf({ operation, sent }: PortableEntry): PortableRequest['expected'] {
  const schema = operation.responses.find(({ status }) => status === '200')?.schema ?? {};
  const hasField = mergeSchema(schema).properties?.success !== undefined;
  if (sent && sent.status !== 200) return { status: sent.status ?? 200 };
  return { status: 200, ...(hasField && { success: sent?.succeeded ?? true }) };
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

function portableRequest(
  entry: PortableEntry,
  id: string,
  secrets: Secrets,
  variables: Variables,
): PortableRequest {
  const { api, operation, server, hasCredential = true, credentials, sent } = entry;
  const options = { sentAt: sent?.at, secrets };
  const body = withVariables(operation.request.schema, entry.body, options, variables);
  const base = baseVariables[api] ?? `ANEDYA_${api.toUpperCase()}_URL`;
  variables.add({ name: base, kind: 'address', value: server });
  const known = hasCredential ? operation : { ...operation, security: [] };
  const sample = sampleRequest(known, { baseUrl: server });
  const headers = sample.headers.map((header) => {
    if (!('secret' in header)) return header;
    const secret = credentials?.[header.secret] ?? header.secret;
    return { ...header, secret: variables.add({ name: secret, kind: 'secret' }) };
  });
  const request = { ...sample, headers, body };
  return {
    ...entry,
    id,
    title: oneLine(operation.title),
    base,
    request,
    expected: expectedOf(entry),
  };
}

function portableMessage(
  { schema, body, sentAt, deviceId, ...entry }: MessageEntry,
  id: string,
  secrets: Secrets,
  variables: Variables,
): PortableMessage {
  const options = { sentAt, secrets };
  variables.add({ name: 'ANEDYA_CONNECTION_KEY', kind: 'secret' });
  return {
    ...entry,
    id,
    device: variables.forId('device id', deviceId),
    title: oneLine(entry.title),
    body: withVariables(schema, body, options, variables),
  };
}

/**
 * Returns the requests and variables of a portable file. Credentials and other secrets are variables without values; ids are
 * variables whose values are those of the requests.
 * @param secrets of the reader: variables replace them in all bodies
 */
export function portableSet(
  {
    requests,
    messages = [],
  }: {
    readonly requests: readonly PortableEntry[];
    readonly messages?: readonly MessageEntry[];
  },
  {
    secrets,
    ...about
  }: Pick<PortableSet, 'title' | 'description' | 'name'> & { readonly secrets: Secrets },
): PortableSet {
  const variables = new Variables();
  const counts = new Map<string, number>();
  const unique = (id: string) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  };
  return {
    ...about,
    title: oneLine(about.title),
    requests: requests.map((entry) =>
      portableRequest(entry, unique(entry.operation.id), secrets, variables),
    ),
    messages: messages.map((entry) =>
      portableMessage(entry, unique(`${entry.id}-mqtt`), secrets, variables),
    ),
    variables: variables.list(),
  };
}

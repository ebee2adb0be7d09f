import type { ApiDocument, JsonValue, Operation, Schema } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import { similarNames } from '@anedya-docs/openapi-model/similar-names';
import {
  type BodyError,
  type KeywordViolation,
  mainViolation,
} from '@anedya-docs/openapi-model/violations';
import type { OperationId, RequestBodies } from '../context.ts';
import { malformed, RequestError } from '../errors.ts';
import { excerpt } from '../text.ts';
import { bodyHints } from './body-hints.ts';
import { type Described, describedFields, describedPart } from './described-fields.ts';
import { Envelope } from './envelope.ts';

type ViolationKind = 'length' | 'missing' | 'enum' | 'format' | 'range' | 'above';

/** A reason code for violations of one field. */
interface Rule {
  /** Path of the field, with indexes as `[]`. */
  readonly field: RegExp;
  /** Kinds of violation; undefined for all. */
  readonly violation?: ViolationKind;
  /** Candidates; the first one that the operation documents is used. */
  readonly reasons: readonly string[];
}

const nodeId = ['node::invaliduuid', 'data::invalidnodeid', 'logs::invalidnodeid'];

/** Reason codes of schema violations (specs/facts/platform-api.md, 2.9). */
const rules: readonly Rule[] = [
  { field: /^name$/, violation: 'missing', reasons: ['variable::namerequired'] },
  { field: /^variable$/, violation: 'missing', reasons: ['variable::variablerequired'] },
  { field: /^type$/, violation: 'missing', reasons: ['variable::typerequired'] },
  { field: /^(nodeid|nodes\[\])$/, violation: 'format', reasons: nodeId },
  { field: /^deviceid$/, violation: 'format', reasons: ['node::devicenotfound'] },
  { field: /^parentId$/, violation: 'format', reasons: ['node::invalidparentid'] },
  { field: /^(childNode|childNodes\[\]\.nodeId)$/, reasons: ['node::invalidchildid'] },
  { field: /^command$/, violation: 'length', reasons: ['cmd::cmdidtoolong'] },
  { field: /^order$/, violation: 'enum', reasons: ['data::invalidorder'] },
  { field: /^ttlSec$/, violation: 'range', reasons: ['fa::invalidexpiry'] },
  { field: /^type$/, violation: 'enum', reasons: ['cmd::unknowntype', 'vs::invalidtype'] },
  { field: /^expiry$/, reasons: ['cmd::invalidexpiry'] },
  { field: /^filter(\.(nodeId|status(\[\])?))?$/, reasons: ['cmd::invalidfilter'] },
  { field: /^namespace\.scope$/, reasons: ['vs::invalidscope'] },
  { field: /^namespace(\.id)?$/, reasons: ['vs::invalidns'] },
  { field: /^(key|value)$/, reasons: ['vs::invalidrequest'] },
  {
    field: /^config(\.aggregation(\.compute)?)?$/,
    violation: 'missing',
    reasons: ['aggregates::missingaggregationmethod'],
  },
  {
    field: /^config\.aggregation\.compute$/,
    reasons: ['aggregates::invalidaggregationmethod'],
  },
  { field: /^config\.interval\.measure$/, reasons: ['aggregates::invalidintervalmeasure'] },
  { field: /^config\.interval(\.interval)?$/, reasons: ['aggregates::invalidinterval'] },
  { field: /^config\.responseOptions\.timezone$/, reasons: ['aggregates::invalidtimezone'] },
  { field: /^config\.filter\.type$/, reasons: ['aggregates::invalidfiltertype'] },
  { field: /^(from|to)$/, reasons: ['aggregates::invalidtimerange', 'logs::invalidtimerange'] },
  { field: /^lastContactThreshold$/, violation: 'above', reasons: ['health::limitexceeded'] },
];

/** Kinds of violation by JSON Schema keyword; other keywords are their own kind. */
const violations: Readonly<Record<string, readonly ViolationKind[]>> = {
  required: ['missing'],
  // An empty string counts as missing.
  minLength: ['missing'],
  maxLength: ['length'],
  enum: ['enum'],
  const: ['enum'],
  format: ['format'],
  // A number instead of a keyword or an id is an invalid value.
  type: ['enum', 'format'],
  minimum: ['range'],
  maximum: ['range', 'above'],
};

/**
 * Returns the reason code of a violation in a body.
 * @param field path with indexes as `[]`: `nodes[]`, `config.interval.measure`
 * @param keyword JSON Schema keyword that failed
 * @param documented codes of the operation
 */
function reasonOf(field: string, keyword: string, documented: ReadonlySet<string>): string {
  for (const rule of rules) {
    if (!rule.field.test(field)) continue;
    if (rule.violation !== undefined && !violations[keyword]?.includes(rule.violation)) continue;
    const reason = rule.reasons.find((code) => documented.has(code));
    if (reason !== undefined) return reason;
  }
  return 'generic::malformedrequest';
}

/** Formats the path of a field in a body: `config.filter.nodes[0]`. */
function fieldName(path: KeywordViolation['path'], body: JsonValue): string {
  let value: JsonValue | undefined = body;
  return path.reduce<string>((text, part) => {
    const isIndex = Array.isArray(value);
    value = (value as Record<string, JsonValue> | null | undefined)?.[part];
    if (isIndex) return `${text}[${part}]`;
    return text === '' ? `${part}` : `${text}.${part}`;
  }, '');
}

interface Finding {
  readonly field: string;
  readonly keyword: string;
  readonly text: string;
}

/** Returns the message and the field of a violation. A missing field is reported at its own path. */
function findingOf({ path, reason, keyword, missing }: KeywordViolation, body: JsonValue): Finding {
  if (missing === undefined) return { field: fieldName(path, body), keyword, text: reason };
  return { field: fieldName([...path, missing], body), keyword, text: 'is missing' };
}

function sentence({ field, text }: Finding): string {
  return field === '' ? `The body ${text}.` : `"${excerpt(field)}" ${text}.`;
}

/**
 * Removes an empty `order` from a body: the vendor's Go client sends it when its caller did not set one
 * (specs/facts/platform-api.md, 2.1).
 */
function withoutEmptyOrder(body: JsonValue): JsonValue {
  if (!isJsonObject(body)) return body;
  const { order, ...rest } = body;
  return order === '' ? rest : body;
}

/** Checks the request bodies of one operation. */
interface BodyCheck {
  /**
   * Validates a body and returns its described fields.
   * @throws RequestError with the documented reason code of the violation, or `generic::malformedrequest`
   */
  readonly check: (body: JsonValue | undefined) => RequestBodies[OperationId];
  /** Returns hints about probable mistakes in a body, in a few sentences. */
  readonly hints: (body: JsonValue | undefined) => readonly string[];
}

/** Validates a body against the schema of an operation, and keeps the errors until its next call: a function of Ajv. */
export interface BodyValidator {
  (body: unknown): body is RequestBodies[OperationId];
  errors?: readonly BodyError[] | null;
}

/** Returns the validator of an operation. */
export type BodyValidators = (id: OperationId, schema: Schema) => BodyValidator;

/** Returns the check of an operation. Its first request asks for the validator: compiling all would double the time to start. */
function bodyCheck(
  validators: BodyValidators,
  id: OperationId,
  schema: Schema,
  reasonCodes: Operation['reasonCodes'] = [],
): BodyCheck {
  const documented = new Set(reasonCodes.map(({ code }) => code));
  let fields: Described | undefined;
  let validator: BodyValidator | undefined;
  const described = () => (fields ??= describedFields(schema));
  const check: BodyCheck['check'] = (sent) => {
    const validate = (validator ??= validators(id, schema));
    const body = withoutEmptyOrder(describedPart(described(), sent ?? null));
    if (!isJsonObject(body)) {
      throw malformed('The body must be a JSON object.');
    }
    if (validate(body)) return body;
    const finding = findingOf(mainViolation(validate.errors ?? []), body);
    const reason = reasonOf(finding.field.replace(/\[\d+\]/g, '[]'), finding.keyword, documented);
    throw new RequestError(400, reason, sentence(finding));
  };
  return { check, hints: (sent) => bodyHints(described(), sent ?? null) };
}

export type Api = 'platform' | 'device';

/** What is needed to run an operation. */
export interface RunnableOperation {
  /** Key of its handler: `platform/node-create`. */
  readonly id: OperationId;
  /** Permission that an access token needs; undefined if tokens cannot use the operation. */
  readonly permission?: string | undefined;
  readonly checkBody: BodyCheck['check'];
  readonly bodyHints: BodyCheck['hints'];
}

/** An operation as its document describes it. */
export interface OperationEntry extends RunnableOperation {
  readonly api: Api;
  readonly operation: Operation;
  readonly envelope: Envelope;
}

/** The parsed documents of both APIs. */
export type Documents = Readonly<Record<Api, ApiDocument>>;

/** Returns all operations of an API. The build of the site has checked that their request schemas compile. */
export function operationEntries(
  api: Api,
  document: ApiDocument,
  validators: BodyValidators,
): readonly OperationEntry[] {
  return document.allOperations.map((operation) => {
    const { request, reasonCodes, permission } = operation;
    // The ids are generated from the same documents.
    const id = `${api}/${operation.id}` as OperationId;
    const { check, hints } = bodyCheck(validators, id, request.schema, reasonCodes);
    return {
      api,
      operation,
      id,
      permission,
      checkBody: check,
      bodyHints: hints,
      envelope: Envelope.of(operation),
    };
  });
}

/**
 * Returns the requests of devices that have an MQTT topic and no known HTTP path, by operation id: `gateway-submitdata`.
 * @param document of the Device API
 */
export function publishedRequests(
  document: ApiDocument,
  validators: BodyValidators,
): Map<string, RunnableOperation> {
  const published = document.mqtt?.published ?? [];
  return new Map(
    published.map(({ operationId, schema }) => {
      const id = `device/${operationId}` as OperationId;
      const { check, hints } = bodyCheck(validators, id, schema);
      return [operationId, { id, checkBody: check, bodyHints: hints }];
    }),
  );
}

const titles = { platform: 'Platform API', device: 'Device API' } as const;

/** Maximum length of a path in a message, in characters. */
const longest = 100;

/** Paths of an API, including aliases. */
function pathsOf(operations: readonly OperationEntry[], api: Api): string[] {
  return operations
    .filter((entry) => entry.api === api)
    .flatMap(({ operation: { path, aliases } }) => [path, ...aliases.map((alias) => alias.path)]);
}

/**
 * Returns the message for a path that is not an operation of the API.
 * @param path below the base URL of the API: `/node/lists`
 */
export function unknownPath(operations: readonly OperationEntry[], api: Api, path: string): string {
  const asked = path.slice(0, longest);
  const other = api === 'platform' ? 'device' : 'platform';
  if (pathsOf(operations, other).includes(asked)) {
    return `${asked} is an operation of the ${titles[other]}, but this URL is of the ${titles[api]}.`;
  }
  const [meant] = similarNames(asked, pathsOf(operations, api), 1);
  const advice =
    meant === undefined ? 'For all operations, see the reference.' : `Did you mean ${meant}?`;
  return `The ${titles[api]} has no operation ${asked === '' ? 'at this address' : asked}. ${advice}`;
}

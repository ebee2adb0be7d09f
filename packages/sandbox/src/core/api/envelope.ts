import type { JsonValue, Operation, Schema } from '@anedya-docs/openapi-model';
import { schemaFields } from '@anedya-docs/openapi-model/fields';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import type { JsonObject } from '../context.ts';
import type { RequestError } from '../errors.ts';
import { firstCharacters } from '../text.ts';

/** Maximum length of a request id in a response, in characters (specs/facts/device-api.md, 3.3). */
export const keptCharacters = 36;

/** Truncates a request id for the response. */
export function keptRequestId(reqId: string): string {
  return firstCharacters(reqId, keptCharacters);
}

/**
 * Returns the request id of a body, as it was sent. As for other fields, another letter case is accepted if no field has the
 * exact name (specs/facts/platform-api.md, 2.1).
 */
export function sentRequestId(body: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(body)) return undefined;
  const names = Object.keys(body).filter((name) => name.toLowerCase() === 'reqid');
  const name = names.includes('reqId') ? 'reqId' : names.at(-1);
  return name === undefined ? undefined : body[name];
}

/** Response fields that all operations of an API share, if the schema has them. */
const shared = ['reqId', 'success', 'error', 'errorcode', 'errcode', 'reasonCode'] as const;
type SharedField = (typeof shared)[number];

function sharedFields(schema: Schema): ReadonlySet<SharedField> {
  const names = new Set(schemaFields(schema).map(({ name }) => name));
  return new Set(shared.filter((name) => names.has(name)));
}

/** Returns hints for the request id of a body: the response repeats the start of a longer one, so a device that compares them finds no match. */
export function requestIdHints(body: JsonValue | undefined): readonly string[] {
  const sent = sentRequestId(body);
  if (typeof sent !== 'string' || keptRequestId(sent) === sent) return [];
  return [
    `"reqId" has more than ${keptCharacters} characters: the response repeats the first ${keptCharacters}.`,
  ];
}

/** Returns the request id to repeat in the response; nothing if the request has none. */
export function echoOf(body: JsonValue | undefined): string | undefined {
  const sent = sentRequestId(body);
  return typeof sent === 'string' ? keptRequestId(sent) : undefined;
}

/** Builds responses of an operation with the shared fields that the schemas of its responses have. */
export class Envelope {
  private constructor(
    private readonly ofSuccess: ReadonlySet<SharedField>,
    private readonly ofFailure: ReadonlySet<SharedField>,
  ) {}

  static of({ responses }: Pick<Operation, 'responses'>): Envelope {
    const schemaOf = (...statuses: string[]) =>
      responses.find(({ status }) => statuses.includes(status))?.schema;
    const ofSuccess = sharedFields(schemaOf('200') ?? {});
    const failure = schemaOf('4XX', 'default');
    return new Envelope(ofSuccess, failure ? sharedFields(failure) : ofSuccess);
  }

  /**
   * Builds the response of a successful request.
   * @param fields those next to the envelope
   * @param reqId to repeat
   */
  success(fields: JsonObject, reqId?: string): JsonObject {
    const response = Envelope.pick(this.ofSuccess, {
      reqId,
      success: true,
      error: '',
      errorcode: 0,
      errcode: 0,
      reasonCode: 'generic::ok',
    });
    return Object.assign(response, fields);
  }

  /** Builds the response of a rejected request. */
  failure(error: RequestError, reqId?: string): JsonObject {
    const { code, reason, message } = error;
    return Envelope.pick(this.ofFailure, {
      reqId,
      success: false,
      error: message,
      errorcode: code,
      errcode: code,
      reasonCode: reason,
    });
  }

  private static pick(
    fields: ReadonlySet<SharedField>,
    values: Readonly<Record<SharedField, string | number | boolean | undefined>>,
  ): JsonObject {
    const picked: JsonObject = {};
    for (const name of fields) {
      const value = values[name];
      if (value !== undefined) picked[name] = value;
    }
    return picked;
  }
}

import type { JsonValue, Operation, Schema } from '@anedya-docs/openapi-model';
import { schemaFields } from '@anedya-docs/openapi-model/fields';
import type { JsonObject } from '../context.ts';
import type { CallError } from '../errors.ts';

/** Characters of a request id that come back (reference/device-api.md, 3.3). */
export const keptCharacters = 36;

/** The part of a request id that an response repeats. Characters, not UTF-16 units: none is cut in the middle. */
export function keptRequestId(reqId: string): string {
  const enough = reqId.slice(0, 2 * keptCharacters);
  return Array.from(enough).slice(0, keptCharacters).join('');
}

/**
 * The request id of a body, and the rest of it. Like that of every field, its letter case does not matter where no field has
 * the exact name (reference/platform-api.md, 2.1).
 */
export function splitRequestId(body: JsonObject): {
  readonly sent: JsonValue | undefined;
  readonly rest: JsonObject;
} {
  const names = Object.keys(body).filter((name) => name.toLowerCase() === 'reqid');
  const name = names.includes('reqId') ? 'reqId' : names.at(-1);
  const rest = Object.entries(body).filter(([field]) => !names.includes(field));
  return { sent: name === undefined ? undefined : body[name], rest: Object.fromEntries(rest) };
}

/** Fields of a response that every call of an API shares, as far as a schema has them. */
const shared = ['reqId', 'success', 'error', 'errorcode', 'errcode', 'reasonCode'] as const;
type SharedField = (typeof shared)[number];

function sharedFields(schema: Schema): ReadonlySet<SharedField> {
  const names = new Set(schemaFields(schema).map(({ name }) => name));
  return new Set(shared.filter((name) => names.has(name)));
}

/** The part of a request id that a response repeats; nothing when the request has none. */
export function echoOf(body: JsonObject): string | undefined {
  const { sent } = splitRequestId(body);
  return typeof sent === 'string' ? keptRequestId(sent) : undefined;
}

/** Which of the shared fields the responses of one operation have: what its schemas say. */
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
   * The response of a call that worked.
   * @param fields those beside the envelope
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

  /** The response of a call that is rejected. */
  failure(error: CallError, reqId?: string): JsonObject {
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

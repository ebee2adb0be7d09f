import type { AjvError } from '@anedya-docs/openapi-model/violations';
import type { Code, JsonValue, MqttFacts, Operation, Schema } from '@anedya-docs/openapi-model';
import { fetchJson } from './fetch-json';

/** An operation as data for the request runner, with plain text. Written by `content/api-reference/operation-data.ts`. */
export interface OperationData extends Pick<
  Operation,
  | 'id'
  | 'operationId'
  | 'title'
  | 'method'
  | 'path'
  | 'url'
  | 'servers'
  | 'security'
  | 'securityOptional'
  | 'permission'
  | 'mqtt'
> {
  /** `platform` or `device`. All operations of an API share the selected server. */
  readonly api: string;
  /** Route of the operation's page; empty for an operation that only guides describe. */
  readonly page: string;
  readonly request: { readonly schema: Schema; readonly example: JsonValue };
  readonly responses: readonly { readonly status: string; readonly schema: Schema }[];
  /** Broker, for operations with an MQTT form. */
  readonly broker: Pick<MqttFacts, 'host' | 'ports'> | undefined;
  readonly codes: readonly Pick<Code, 'code' | 'meaning' | 'remedy'>[];
}

/**
 * Fetches the data of an operation (`content/api-reference/operation-data.ts`).
 * @throws Error when it is not available
 */
export async function loadOperation(address: string): Promise<OperationData> {
  return (await fetchJson(address)) as OperationData;
}

/** Returns the errors of a value for the schema that this function was compiled from. */
export type Validate = (value: JsonValue) => readonly AjvError[];

/**
 * Fetches the compiled validator of an operation's request body (`content/api-reference/operation-data.ts`). It is a separate
 * module: in the bundle, each would add an entry to the chunk map that all pages load.
 * @throws Error when it is not available
 */
export async function loadValidator(address: string): Promise<Validate> {
  const { default: validate } = (await import(/* webpackIgnore: true */ address)) as {
    readonly default: { (value: JsonValue): boolean; readonly errors?: readonly AjvError[] | null };
  };
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

import type { AjvError } from '@anedya-docs/openapi-model/violations';
import type { Code, JsonValue, MqttFacts, Operation, Schema } from '@anedya-docs/openapi-model';

/** One call as the request runner takes it; texts are plain. Written by `plugins/api-reference/call-data.ts`. */
export interface Call extends Pick<
  Operation,
  | 'id'
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
  /** `platform` or `device`: calls of one API share the reader's choice of server. */
  readonly api: string;
  /** Route of the call's page. */
  readonly page: string;
  readonly request: { readonly schema: Schema; readonly example: JsonValue };
  readonly responses: readonly { readonly status: string; readonly schema: Schema }[];
  /** Broker of the calls that have an MQTT form. */
  readonly broker: Pick<MqttFacts, 'host' | 'ports'> | undefined;
  readonly codes: readonly Pick<Code, 'code' | 'meaning' | 'remedy'>[];
}

/**
 * Fetches what the request runner knows of a call (`plugins/api-reference/call-data.ts`).
 * @throws Error when it cannot be had
 */
export async function loadCall(address: string): Promise<Call> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} returned HTTP ${response.status}`);
  return (await response.json()) as Call;
}

/** Returns the errors of a value by the schema that this function was compiled from. */
export type Validate = (value: JsonValue) => readonly AjvError[];

/**
 * Fetches the compiled validator of an operation's request body (`plugins/api-reference/validators.ts`). It is a separate
 * module, because in the bundle each would have an entry in the chunk map that all pages load.
 * @throws Error when it is not available
 */
export async function loadValidator(address: string): Promise<Validate> {
  const { default: validate } = (await import(/* webpackIgnore: true */ address)) as {
    readonly default: { (value: JsonValue): boolean; readonly errors?: readonly AjvError[] | null };
  };
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

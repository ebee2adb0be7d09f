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

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
  readonly answers: readonly { readonly status: string; readonly schema: Schema }[];
  /** Broker of the calls that have an MQTT form. */
  readonly broker: Pick<MqttFacts, 'host' | 'ports'> | undefined;
  readonly codes: readonly Pick<Code, 'code' | 'meaning' | 'remedy'>[];
}

import type { PageKind } from '../requests/example-kinds';

/** Facts from the API documents that are needed to insert a reader's values. */
export interface Facts {
  /** Codes of all regions. */
  readonly regions: readonly string[];
  /** The region in documented URLs. */
  readonly defaultRegion: string;
  /** Prefix of all MQTT topics, with the device id as `{deviceId}`. */
  readonly topicPrefix: string;
  /** Host name of the broker in the documents, with all variables filled in. */
  readonly broker: string;
  /** TLS port of the broker. */
  readonly brokerPort: number;
  /** Base URLs of each API. */
  readonly servers: Readonly<Record<'platform' | 'device', readonly string[]>>;
  /** Example ids that the reader's ids replace. */
  readonly examples: Readonly<Record<PageKind, readonly string[]>>;
}

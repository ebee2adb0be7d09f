import type { PageKind } from './example-kinds';
import facts from '@generated/reader-values/default/facts.json';

/** Facts from the API documents that are needed to insert a user's values. */
export interface Facts {
  /** Codes of every region. */
  readonly regions: readonly string[];
  /** The region that addresses show. */
  readonly defaultRegion: string;
  /** What every MQTT topic starts with, the device id as `{deviceId}`. */
  readonly topicPrefix: string;
  /** Host name of the broker as the documents write it, each variable filled in. */
  readonly broker: string;
  /** Its port with TLS. */
  readonly brokerPort: number;
  /** Base URLs of each API. */
  readonly servers: Readonly<Record<'platform' | 'device', readonly string[]>>;
  /** Ids that stand for the reader's in examples. */
  readonly examples: Readonly<Record<PageKind, readonly string[]>>;
}

/** Written by `plugins/reader-values`. */
export default facts satisfies Facts;

import type { ExampleName } from './example-kinds';
import facts from '@generated/reader-values/default/facts.json';

/** What the API documents say about the places where a reader's values can stand. */
export interface Facts {
  /** Codes of every region. */
  readonly regions: readonly string[];
  /** The region that addresses show. */
  readonly defaultRegion: string;
  /** What every MQTT topic starts with, the device id as `{deviceId}`. */
  readonly topicPrefix: string;
  /** Ids that stand for the reader's in examples. */
  readonly examples: Readonly<Record<ExampleName, readonly string[]>>;
}

/** Written by `plugins/reader-values`. */
export default facts satisfies Facts;

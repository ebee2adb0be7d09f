import { randomBytes, randomUUID } from 'node:crypto';
import type { Examples, ValueKind } from '../../packages/openapi-model/src/index.ts';

/** What the suite has created on one target, and the values of its requests. */
export class World {
  readonly nodeName: string;
  readonly variable: string;
  /** An id that no node has. */
  readonly unknownId = randomUUID();
  readonly values: Partial<Record<ValueKind, string>> = {};
  connectionKey: string | undefined;
  hasVariable = false;

  /** @param now milliseconds since 1970 */
  constructor(
    readonly now: () => number,
    suffix = randomBytes(4).toString('hex'),
  ) {
    this.nodeName = `conformance-${suffix}`;
    this.variable = `conformance_${suffix}`;
    this.values['device id'] = randomUUID();
    this.values['new device id'] = randomUUID();
    this.values['new variable'] = this.variable;
  }

  learn(kind: ValueKind, value: string | undefined): void {
    if (value !== undefined) this.values[kind] = value;
    // The only node has every role.
    if (kind === 'node id' && value !== undefined) this.values['spare node id'] = value;
  }

  /** Values that replace the examples of the documents. */
  get examples(): Examples {
    return this.values;
  }

  /** Names of own ids as keys of maps, like those of fields: `{node id}`. */
  nameOfKey(key: string): string {
    return key === this.values['node id'] ? '{node id}' : key;
  }
}

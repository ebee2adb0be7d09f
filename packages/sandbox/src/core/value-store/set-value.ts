import type { JsonValue } from '@anedya-docs/openapi-model';
import { CallError } from '../call-error.ts';
import type { Context } from '../context.ts';
import { isStorable } from '../data/storable-text.ts';
import { toSeconds } from '../data/time.ts';
import { lockProject } from '../lock.ts';
import { requireRoom } from '../require-room.ts';
import { findValue } from './find-value.ts';
import type { Place } from './place.ts';
import { valueSize } from './value-size.ts';

export interface Entry {
  readonly key: string;
  readonly type: string;
  readonly value: JsonValue;
}

/**
 * Writes a key, over the value that is there: that one's time of creation stays. The device of a node is told of every new
 * value in its namespace, whoever has written it (reference/device-api.md, 7).
 * @throws CallError `vs::invalidtype`, `vs::invalidrequest`, 429 when the project is full
 */
export async function setValue(context: Context, place: Place, entry: Entry): Promise<void> {
  const { tx, projectId, now } = context;
  const { key, type, value } = entry;
  if (!isStorable(key)) {
    const text = '"key" takes up to 1000 bytes of text without the character U+0000.';
    throw new CallError(400, 'vs::invalidrequest', text);
  }
  const content = { type, value: JSON.stringify(value), size: valueSize(type, value) };
  // One server tells the device the values of a key in the order in which they are kept; of two, each tells its own.
  await lockProject(tx, projectId);
  if (!(await findValue(context, place, key))) await requireRoom(context, 'values');
  const nodeId = place.scope === 'node' ? place.namespace : null;
  await tx
    .insertInto('value_store')
    .values({
      project_id: projectId,
      ...place,
      key,
      node_id: nodeId,
      ...content,
      created: now,
      modified: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'scope', 'namespace', 'key'])
        .doUpdateSet({ ...content, modified: now }),
    )
    .execute();
  if (nodeId === null) return;
  context.push({
    nodeId,
    topic: 'valuestore/updates/json',
    body: { namespace: { scope: 'self', id: '' }, key, type, value, modified: toSeconds(now) },
  });
}

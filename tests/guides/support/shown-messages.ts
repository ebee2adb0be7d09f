import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import { operationOf, type Api } from '../../samples/support/operations.ts';
import { receivedDuring } from './device-listener.ts';
import type { Fence } from './fences.ts';
import type { JsonResponse } from './guide-sandbox.ts';
import { idsIn, withOwnIds } from './own-ids.ts';
import type { Reader } from './reader.ts';
import { shapeDifference } from './shape.ts';

/** Sends a request on a page unchanged; a partial one is merged into the operation's example. */
export async function sendRequest(reader: Reader, { attributes, text }: Fence): Promise<void> {
  const [api = '', id = ''] = (attributes.operation ?? '').split('/');
  const { operation } = operationOf(api as Api, id);
  // A device belongs to one node: a request that creates a node needs a new device.
  const ids = { ...reader.ids, deviceId: randomUUID() };
  const own = (json: string) => JSON.parse(withOwnIds(json, ids)) as JsonValue;
  const { field } = attributes;
  const whole = () => own(JSON.stringify(operation.request.example)) as JsonResponse;
  const body = field === undefined ? own(text) : { ...whole(), [field]: own(text) };
  const response = await reader.request(api as Api, operation.path, body);
  expect(response).toMatchObject({ success: true, error: '' });
}

/** Requests of a back end that cause a message to a device, by the end of its topic. */
const causes: Readonly<
  Record<string, (message: JsonResponse, nodeId: string) => [string, JsonValue]>
> = {
  commands: ({ command = '', data = '', datatype = '' }, nodeid) => [
    '/commands/send',
    { nodeid, command, data, type: datatype, expiry: Date.now() + 3_600_000 },
  ],
  'valuestore/updates/json': ({ key = '', value = '', type = '' }, id) => [
    '/valuestore/setValue',
    { namespace: { scope: 'node', id }, key, value, type },
  ],
};

/** Makes the platform send a message to the reader's device. @param suffix of the topic */
export async function provoke(
  reader: Reader,
  suffix: string,
  message: JsonResponse,
): Promise<void> {
  const cause = causes[suffix];
  if (!cause) throw new Error(`nothing here makes a message on the topic ${suffix}`);
  const [path, body] = cause(message, reader.ids.nodeId ?? '');
  expect(await reader.request('platform', path, body)).toMatchObject({ success: true });
}

/** Compares a message on a page with the one that a device receives. */
export async function comparePushed(reader: Reader, { attributes, text }: Fence): Promise<void> {
  const suffix = attributes.pushed ?? '';
  const message = JSON.parse(text) as JsonResponse;
  const real = await receivedDuring(await reader.device(), reader.project, suffix, () =>
    provoke(reader, suffix, message),
  );
  const own = { ...reader.ids, ...idsIn(real as JsonResponse) };
  expect(shapeDifference(JSON.parse(withOwnIds(text, own)) as JsonValue, real)).toBeUndefined();
}

/** Messages that can be recognized by their first field, by the end of their topic. */
const samples: Readonly<Record<string, JsonResponse>> = {
  commands: { command: 'set-led', data: 'on', datatype: 'string' },
  'valuestore/updates/json': { key: 'push-interval', value: 60, type: 'float' },
};

/** Runs a fence that waits for messages until it has printed one. */
export async function listen(reader: Reader, fence: Fence): Promise<void> {
  const text = reader.textOf(fence);
  const suffix = Object.keys(samples).find((end) => text.includes(`/${end}"`)) ?? 'commands';
  const message = samples[suffix] ?? {};
  const [known = ''] = Object.values(message);
  const job = await reader.shell.start(text);
  try {
    // It does not print when it has subscribed.
    const heard = async () => {
      await provoke(reader, suffix, message);
      return job.output();
    };
    await expect.poll(heard, { timeout: 30_000, interval: 500 }).toContain(JSON.stringify(known));
  } finally {
    await job.stop();
  }
}

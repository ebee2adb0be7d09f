import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from '../../../packages/openapi-model/src/index.ts';
import type {
  ApiDocument,
  JsonValue,
  Operation,
} from '../../../packages/openapi-model/src/types.ts';
import { root } from './folders.ts';

export type Api = 'platform' | 'device';

/** A call of one of the two documents. */
export interface Call {
  readonly api: Api;
  readonly operation: Operation;
}

const read = async (api: Api): Promise<ApiDocument> => {
  const file = `specs/${api}.openapi.yaml`;
  return parseDocument(readFileSync(path.join(root, file), 'utf8'), file);
};

export const documents: Readonly<Record<Api, ApiDocument>> = {
  platform: await read('platform'),
  device: await read('device'),
};

/** All calls of both documents. */
export const calls: readonly Call[] = (['platform', 'device'] as const).flatMap((api) =>
  documents[api].operations.map((operation) => ({ api, operation })),
);

/** @throws Error when there is no such call */
export function callOf(api: Api, id: string): Call {
  const call = calls.find((other) => other.api === api && other.operation.id === id);
  if (!call) throw new Error(`the ${api} document has no call ${id}`);
  return call;
}

/** The documented example of a call's response with HTTP 200. */
export function exampleResponse({ operation }: Call): JsonValue {
  const example = operation.responses.find(({ status }) => status === '200')?.examples[0];
  if (!example) throw new Error(`${operation.id} has no example of its response with HTTP 200`);
  return example.value;
}

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

/** An operation of one of the two documents. */
export interface SampleOperation {
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

/** All operations of both documents. */
export const operations: readonly SampleOperation[] = (['platform', 'device'] as const).flatMap(
  (api) => documents[api].operations.map((operation) => ({ api, operation })),
);

/** @throws Error when there is no such operation */
export function operationOf(api: Api, id: string): SampleOperation {
  const entry = operations.find((other) => other.api === api && other.operation.id === id);
  if (!entry) throw new Error(`the ${api} document has no operation ${id}`);
  return entry;
}

/** The documented example of an operation's response with HTTP 200. */
export function exampleResponse({ operation }: SampleOperation): JsonValue {
  const example = operation.responses.find(({ status }) => status === '200')?.examples[0];
  if (!example) throw new Error(`${operation.id} has no example of its response with HTTP 200`);
  return example.value;
}

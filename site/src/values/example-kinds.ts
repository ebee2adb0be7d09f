import type { Schema } from '@anedya-docs/openapi-model';

/** Values whose examples the documents mark (`x-value`), by what the documents call them. */
export const exampleKinds = {
  'node id': 'nodeId',
  'device id': 'deviceId',
  'token id': 'tokenId',
} as const satisfies Record<NonNullable<Schema['x-value']>, string>;

/** A value of the reader's that examples stand for. */
export type ExampleName = (typeof exampleKinds)[keyof typeof exampleKinds];

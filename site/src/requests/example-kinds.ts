import type { Examples, ValueKind } from '@anedya-docs/openapi-model';
import type { Values } from './own-values';

/** Ids whose examples are replaced in all programs, and the kinds of their examples. */
export const pageKinds = {
  'node id': ['node id'],
  'device id': ['device id', 'new device id'],
  'token id': ['token id'],
  'command id': ['command id'],
  'asset id': ['asset id'],
  'deployment id': ['deployment id'],
} as const satisfies Partial<Record<ValueKind, readonly ValueKind[]>>;

export type PageKind = keyof typeof pageKinds;

/** Values that the reader has entered, which replace examples; also used for a node or device to bind or delete. */
export function ownExamples({ nodeId, deviceId, tokenId }: Values): Examples {
  return {
    ...(nodeId !== undefined && { 'node id': nodeId, 'spare node id': nodeId }),
    ...(deviceId !== undefined && { 'device id': deviceId, 'new device id': deviceId }),
    ...(tokenId !== undefined && { 'token id': tokenId }),
  };
}

import type { Examples, ValueKind } from '@anedya-docs/openapi-model';
import type { Values } from './store';

/** Ids whose examples are replaced in the programs of all pages, with the kinds whose examples stand for them there. */
export const pageKinds = {
  'node id': ['node id'],
  'device id': ['device id', 'new device id'],
  'token id': ['token id'],
  'command id': ['command id'],
  'asset id': ['asset id'],
  'deployment id': ['deployment id'],
} as const satisfies Partial<Record<ValueKind, readonly ValueKind[]>>;

export type PageKind = keyof typeof pageKinds;

/** What a reader has entered, in the place of examples; a node or device to be bound or deleted is theirs, too. */
export function ownExamples({ nodeId, deviceId, tokenId }: Values): Examples {
  return {
    ...(nodeId !== undefined && { 'node id': nodeId, 'spare node id': nodeId }),
    ...(deviceId !== undefined && { 'device id': deviceId, 'new device id': deviceId }),
    ...(tokenId !== undefined && { 'token id': tokenId }),
  };
}

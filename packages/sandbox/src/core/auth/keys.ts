import { bytesToHex } from '@noble/hashes/utils.js';
import type { Ids, Sha256 } from '../context.ts';

/** The stored form of an API key: its SHA-256 in hexadecimal. */
export function keyHash(sha256: Sha256, apiKey: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(apiKey)));
}

/** Length of an API key, as seen in clients. */
const apiKeyLength = 64;

export function newApiKey(ids: Ids): string {
  return ids.hex(apiKeyLength);
}

/** Length of connection keys and binding secrets, as seen in clients; the C library stores 32 characters. */
const nodeKeyLength = 32;

/** Creates a secret of a node: its connection key or its binding secret. */
export function newNodeKey(ids: Ids): string {
  return ids.hex(nodeKeyLength);
}

/** Whether a text can be the connection key of a node that devices can use. */
export const isNodeKey = (text: string) => /^[0-9a-f]{32}$/.test(text);

/** Length of a token id and of its secret, as seen in clients. */
export const tokenLengths = { id: 24, secret: 64 } as const;

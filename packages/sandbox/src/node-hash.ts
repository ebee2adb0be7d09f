import { createHash } from 'node:crypto';
import type { Sha256 } from './core/auth/hash.ts';

export const nodeSha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();

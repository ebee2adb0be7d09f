import type { Context } from '../context.ts';
import type { FileKey } from './files.ts';

/** @throws Error if the server has no key to sign URLs: a configuration error, not a client error */
export function requireFileKey({ fileKey }: Context): FileKey {
  if (fileKey) return fileKey;
  throw new Error('The sandbox has no key to sign file URLs.');
}

import type { Context } from '../context.ts';
import type { FileKey } from './files.ts';

/** @throws Error when the server that runs the call signs no URLs: an error of its configuration, not of the client */
export function requireFileKey({ fileKey }: Context): FileKey {
  if (fileKey) return fileKey;
  throw new Error('The context of this call has no key to sign file addresses with.');
}

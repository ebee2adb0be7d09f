import type { FastifyRequest } from 'fastify';
import { CallError } from '../core/call-error.ts';
import { verifyAddress, type FileTarget } from '../core/ota/files.ts';
import type { Deps } from '../deps.ts';

/** Dependencies of the routes of files. */
export type FileDeps = Pick<Deps, 'db' | 'clock' | 'fileKey'>;

/**
 * Returns the file that a signed URL names. It reads only the URL, so the body need not have arrived.
 * @param mountPath path of the sandbox, without a slash at the end
 * @throws CallError 403 for an address that has expired, or that this sandbox has not signed for such a target
 */
export async function signedTarget<K extends FileTarget['kind']>(
  { fileKey, clock }: FileDeps,
  { url }: FastifyRequest,
  mountPath: string,
  kind: K,
): Promise<Extract<FileTarget, { kind: K }>> {
  const { pathname, searchParams } = new URL(url, 'http://sandbox.invalid');
  const path = pathname.slice(`${mountPath}/files`.length);
  const target = await verifyAddress(fileKey, path, searchParams, clock.now());
  if (target === 'expired') {
    throw new CallError(
      403,
      'sandbox::addressexpired',
      'The address has expired. Ask for a new one.',
    );
  }
  if (target === 'forged' || target.kind !== kind) {
    const text =
      'The address is not one that this sandbox has signed. Use it exactly as it was given.';
    throw new CallError(403, 'sandbox::addressforged', text);
  }
  return target as Extract<FileTarget, { kind: K }>;
}

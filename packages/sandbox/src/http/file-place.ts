import type { FastifyRequest } from 'fastify';
import { CallError } from '../core/call-error.ts';
import { verifyAddress, type FilePlace } from '../core/ota/files.ts';
import type { Runtime } from '../runtime.ts';

/** What addresses of files work with. */
export type FileRuntime = Pick<Runtime, 'db' | 'clock' | 'fileKey'>;

/**
 * The place that a signed address names. The address alone is looked at, so that a body need not be there yet.
 * @param mountPath path of the sandbox, without a slash at the end
 * @throws CallError 403 for an address that has expired, or that this sandbox has not signed for such a place
 */
export async function signedPlace<K extends FilePlace['kind']>(
  { fileKey, clock }: FileRuntime,
  { url }: FastifyRequest,
  mountPath: string,
  kind: K,
): Promise<Extract<FilePlace, { kind: K }>> {
  const { pathname, searchParams } = new URL(url, 'http://sandbox.invalid');
  const path = pathname.slice(`${mountPath}/files`.length);
  const place = await verifyAddress(fileKey, path, searchParams, clock.now());
  if (place === 'expired') {
    throw new CallError(
      403,
      'sandbox::addressexpired',
      'The address has expired. Ask for a new one.',
    );
  }
  if (place === 'forged' || place.kind !== kind) {
    const text =
      'The address is not one that this sandbox has signed. Use it exactly as it was given.';
    throw new CallError(403, 'sandbox::addressforged', text);
  }
  return place as Extract<FilePlace, { kind: K }>;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from '../core/call-error.ts';
import { verifyAddress, type FilePlace } from '../core/ota/files.ts';
import { otaLimits } from '../core/ota/limits.ts';
import { readAsset } from '../core/ota/read-asset.ts';
import { storePart } from '../core/ota/store-part.ts';
import type { Runtime } from '../runtime.ts';

async function placeOf<K extends FilePlace['kind']>(
  { fileKey, clock }: Runtime,
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

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Name of a file in a header (RFC 6266, 4.3). */
function disposition(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percentEncode)}`;
}

/** Adds the signed addresses of files: `PUT` of one part, `GET` of a whole file. They need no other credential. */
export function addFiles(app: FastifyInstance, runtime: Runtime, mountPath: string): void {
  const { db, clock } = runtime;
  app.put('/files/*', { bodyLimit: otaLimits.assetBytes }, async (request, reply) => {
    const upload = await placeOf(runtime, request, mountPath, 'upload');
    const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const etag = await db
      .transaction()
      .execute((tx) => storePart({ tx, now: clock.now() }, upload, new Uint8Array(bytes)));
    return reply.code(200).header('etag', `"${etag}"`).send();
  });
  app.get('/files/*', async (request, reply) => {
    const download = await placeOf(runtime, request, mountPath, 'download');
    const file = await db
      .transaction()
      .execute((tx) => readAsset({ tx, now: clock.now() }, download));
    return reply
      .type('application/octet-stream')
      .header('content-disposition', disposition(file.name))
      .header('content-security-policy', "sandbox; default-src 'none'")
      .send(Buffer.from(file.bytes));
  });
}

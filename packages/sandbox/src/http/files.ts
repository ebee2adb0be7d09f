import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../core/call-error.ts';
import { byteRange, type ByteRange } from '../core/ota/byte-range.ts';
import { verifyAddress, type FilePlace } from '../core/ota/files.ts';
import { otaLimits } from '../core/ota/limits.ts';
import { readAsset } from '../core/ota/read-asset.ts';
import { storePart } from '../core/ota/store-part.ts';
import { inTransaction } from '../core/transaction.ts';
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

/**
 * The part that a request asks for; nothing for the whole file, also when the part is of a file that `If-Range` does not
 * name (RFC 9110, 13.1.5 and 14.2).
 * @throws CallError 416 when the file has no such part
 */
function partOf(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  size: number,
): ByteRange | undefined {
  const { range, 'if-range': condition = etag } = headers;
  if (method !== 'GET' || range === undefined || condition !== etag) return undefined;
  const part = byteRange(range, size);
  if (part !== 'unsatisfiable') return part;
  void reply.header('content-range', `bytes */${size}`);
  const text = `The file has ${size} bytes, and none of them lies in the range "${range}".`;
  throw new CallError(416, 'sandbox::rangenotsatisfiable', text);
}

/** Adds the signed addresses of files: `PUT` of one part, `GET` of a whole file or of a range of it. They need no other credential. */
export function addFiles(app: FastifyInstance, runtime: Runtime, mountPath: string): void {
  const { db, clock } = runtime;
  app.put('/files/*', { bodyLimit: otaLimits.assetBytes }, async (request, reply) => {
    const upload = await placeOf(runtime, request, mountPath, 'upload');
    const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    const etag = await inTransaction(db, (tx) =>
      storePart({ tx, now: clock.now() }, upload, new Uint8Array(bytes)),
    );
    return reply.code(200).header('etag', `"${etag}"`).send();
  });
  app.get('/files/*', async (request, reply) => {
    const download = await placeOf(runtime, request, mountPath, 'download');
    const file = await inTransaction(db, (tx) => readAsset({ tx, now: clock.now() }, download));
    // The file of an asset never changes.
    const etag = `"${download.assetId}"`;
    const { bytes } = file;
    void reply.header('accept-ranges', 'bytes').header('etag', etag);
    const part = partOf(request, reply, etag, bytes.length);
    if (part) {
      const { first, last } = part;
      void reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes.length}`);
    }
    return reply
      .type('application/octet-stream')
      .header('content-disposition', disposition(file.name))
      .header('content-security-policy', "sandbox; default-src 'none'")
      .send(Buffer.from(part ? bytes.subarray(part.first, part.last + 1) : bytes));
  });
}

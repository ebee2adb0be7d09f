import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../core/call-error.ts';
import { byteRange, type ByteRange } from '../core/ota/byte-range.ts';
import { findFile, readBytes } from '../core/ota/read-asset.ts';
import { inTransaction } from '../core/transaction.ts';
import { signedPlace, type FileRuntime } from './file-place.ts';

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
  { headers }: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  size: number,
): ByteRange | undefined {
  const { range, 'if-range': condition = etag } = headers;
  if (range === undefined || condition !== etag) return undefined;
  const part = byteRange(range, size);
  if (part !== 'unsatisfiable') return part;
  void reply.header('content-range', `bytes */${size}`);
  const text = `The file has ${size} bytes, and none of them lies in the range "${range}".`;
  throw new CallError(416, 'sandbox::rangenotsatisfiable', text);
}

/**
 * Adds `GET` of a whole file or of a range of it, and `HEAD`, at signed addresses, which need no other credential. No more
 * bytes are read than are sent.
 */
export function addDownloads(app: FastifyInstance, runtime: FileRuntime, mountPath: string): void {
  const { db, clock } = runtime;

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const place = await signedPlace(runtime, request, mountPath, 'download');
    // The file of an asset never changes.
    const etag = `"${place.assetId}"`;
    const { name, size, part, bytes } = await inTransaction(db, async (tx) => {
      const context = { tx, now: clock.now() };
      const file = await findFile(context, place);
      void reply.header('accept-ranges', 'bytes').header('etag', etag);
      if (request.method === 'HEAD') return { ...file, part: undefined, bytes: undefined };
      const part = partOf(request, reply, etag, file.size);
      const range = part ?? { first: 0, last: file.size - 1 };
      return { ...file, part, bytes: await readBytes(context, place, range) };
    });
    void reply
      .type('application/octet-stream')
      .header('content-disposition', disposition(name))
      .header('content-security-policy', "sandbox; default-src 'none'");
    if (!bytes) return reply.header('content-length', size).send();
    if (part) {
      void reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${size}`);
    }
    return reply.send(bytes);
  }

  app.route({ method: ['GET', 'HEAD'], url: '/files/*', handler: answer });
}

import { finished, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../core/call-error.ts';
import { limits } from '../core/limits.ts';
import { byteRange, type ByteRange } from '../core/ota/byte-range.ts';
import type { FileTarget } from '../core/ota/files.ts';
import { findFile, readBytes } from '../core/ota/read-asset.ts';
import { inTransaction } from '../core/transaction.ts';
import type { Deps } from '../deps.ts';
import { signedTarget, type FileDeps } from './signed-target.ts';
import type { ClientKey } from './projects.ts';
import { TransferSlots } from './transfer-slots.ts';

type Download = Extract<FileTarget, { kind: 'download' }>;

/** Bytes of a file that are read at once, and held until the client has taken them. */
const chunkBytes = 512_000;

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
 * bytes are read than are sent, and no more are held than one chunk: the next is read when the client has taken it.
 */
export function addDownloads(
  app: FastifyInstance,
  deps: FileDeps & Pick<Deps, 'reads'>,
  mountPath: string,
  clientKey: ClientKey,
): void {
  const { db, clock, reads } = deps;
  const slots = new TransferSlots('download', limits.downloads);

  function read(target: Download, range: ByteRange): Promise<Uint8Array> {
    return inTransaction(db, (tx) => readBytes({ tx, now: clock.now() }, target, range));
  }

  /** @throws CallError 404 when the asset is deleted meanwhile: the connection ends before the file does */
  async function* chunksOf(
    target: Download,
    { first, last }: ByteRange,
  ): AsyncGenerator<Uint8Array> {
    for (let start = first; start <= last; start += chunkBytes) {
      yield await read(target, { first: start, last: Math.min(start + chunkBytes - 1, last) });
    }
  }

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const target = await signedTarget(deps, request, mountPath, 'download');
    const file = await inTransaction(db, (tx) => findFile({ tx, now: clock.now() }, target));
    // The file of an asset never changes.
    const etag = `"${target.assetId}"`;
    void reply.header('accept-ranges', 'bytes').header('etag', etag);
    const isHead = request.method === 'HEAD';
    const part = isHead ? undefined : partOf(request, reply, etag, file.size);
    const range = part ?? { first: 0, last: file.size - 1 };
    const size = range.last + 1 - range.first;
    if (!isHead) {
      const client = clientKey(request);
      reads.charge({ projectId: target.projectId, client }, size);
      finished(reply.raw, slots.take(client));
    }
    void reply
      .type('application/octet-stream')
      .header('content-disposition', disposition(file.name))
      .header('content-security-policy', "sandbox; default-src 'none'");
    if (isHead) return reply.header('content-length', file.size).send();
    if (part) {
      void reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${file.size}`);
    }
    return reply
      .header('content-length', size)
      .send(Readable.from(chunksOf(target, range), { highWaterMark: 1 }));
  }

  app.route({ method: ['GET', 'HEAD'], url: '/files/*', handler: respond });
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { finished, Readable } from 'node:stream';
import { CallError, RetryLater } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import {
  byteRange,
  type ByteRange,
  type FileTarget,
  otaLimits,
  verifyAddress,
} from '../core/ota/files.ts';
import { findFile, readBytes, storePart } from '../core/ota/storage.ts';
import { inTransaction } from '../core/transaction.ts';
import type { Deps } from '../deps.ts';
import type { ClientKey } from './projects.ts';
import { bytesOf } from './request.ts';

/** Dependencies of the routes of files. */
type FileDeps = Pick<Deps, 'db' | 'clock' | 'fileKey'>;

/**
 * Returns the file that a signed URL names. It reads only the URL, so the body need not have arrived.
 * @param mountPath path of the sandbox, without a slash at the end
 * @throws CallError 403 for an address that has expired, or that this sandbox has not signed for such a target
 */
async function signedTarget<K extends FileTarget['kind']>(
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

/** Seconds after which a transfer is likely to have ended, at a guess. */
const soon = 5;

/** Counts the uploads or downloads of files in flight, whose bytes are held: slow ones cannot pile up. */
class TransferSlots {
  private total = 0;
  private readonly byClient = new Map<string, number>();

  /** @param limits maximum in flight: of one client, and of all together */
  constructor(
    private readonly kind: 'upload' | 'download',
    private readonly limits: { readonly client: number; readonly all: number },
  ) {}

  /**
   * @returns the function that gives the slot back; to be called once
   * @throws RetryLater 429 when the client has as many as it may, 503 when all together have
   */
  take(client: string): () => void {
    const { kind, limits } = this;
    const own = this.byClient.get(client) ?? 0;
    if (own >= limits.client) {
      const text = `An address may have ${limits.client} ${kind}s in flight. Wait until one of them has ended.`;
      throw new RetryLater(429, `sandbox::toomany${kind}s`, text, soon);
    }
    if (this.total >= limits.all) {
      const text = `This sandbox takes ${limits.all} ${kind}s at once, and that many are in flight. Try again in a few seconds.`;
      throw new RetryLater(503, `sandbox::toomany${kind}s`, text, soon);
    }
    this.byClient.set(client, own + 1);
    this.total += 1;
    return () => {
      this.giveBack(client);
    };
  }

  private giveBack(client: string): void {
    const left = (this.byClient.get(client) ?? 0) - 1;
    if (left > 0) this.byClient.set(client, left);
    else this.byClient.delete(client);
    this.total -= 1;
  }
}

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

interface Upload {
  readonly target: Extract<FileTarget, { kind: 'upload' }>;
  /** Running once the body has arrived. */
  storing?: Promise<string>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What a `PUT` of a file is for, once its address has been found right. */
    sandboxUpload: Upload | undefined;
  }
}

/**
 * Adds `PUT` of one part to a signed address, which needs no other credential. A body is read only of who has such an address
 * and a slot.
 */
export function addUploads(
  app: FastifyInstance,
  deps: FileDeps,
  mountPath: string,
  clientKey: ClientKey,
): void {
  const { db, clock } = deps;
  const slots = new TransferSlots('upload', limits.uploads);

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const upload: Upload = { target: await signedTarget(deps, request, mountPath, 'upload') };
    const giveBack = slots.take(clientKey(request));
    request.sandboxUpload = upload;
    // The bytes are held until they are stored, also when the client has gone before.
    finished(reply.raw, () => void Promise.allSettled([upload.storing]).then(giveBack));
  }

  app.decorateRequest('sandboxUpload', undefined);
  const options = { bodyLimit: otaLimits.assetBytes, onRequest: admit };
  app.put('/files/*', options, async (request, reply) => {
    const { sandboxUpload: upload } = request;
    if (!upload) throw new Error('an upload is admitted before its body is read');
    // The framework has gathered them in memory of their own.
    const bytes = bytesOf(request) as Uint8Array<ArrayBuffer>;
    upload.storing = inTransaction(db, (tx) =>
      storePart({ tx, now: clock.now() }, upload.target, bytes),
    );
    return reply
      .code(200)
      .header('etag', `"${await upload.storing}"`)
      .send();
  });
}

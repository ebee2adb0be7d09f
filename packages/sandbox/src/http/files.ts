import type { Deps } from '../core/deps.ts';
import { CallError, RetryLater } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { byteRange, type ByteRange, type FileTarget, verifyAddress } from '../core/ota/files.ts';
import { findFile, readBytes, storePart } from '../core/ota/storage.ts';
import { inTransaction } from '../core/transaction.ts';
import { type HttpContext, readBody } from './request.ts';
import { type RouteHandler, streamOf } from './response.ts';

/** Dependencies of the routes of files. */
export type FileDeps = Pick<Deps, 'db' | 'clock' | 'fileKey' | 'reads'>;

/**
 * Returns the file that a signed URL names. It reads only the URL, so the body need not have arrived.
 * @throws CallError 403 for an address that has expired, or that this sandbox has not signed for such a target
 */
async function signedTarget<K extends FileTarget['kind']>(
  { fileKey, clock }: FileDeps,
  { path, url }: HttpContext,
  kind: K,
): Promise<Extract<FileTarget, { kind: K }>> {
  const file = path.slice('/files'.length);
  const target = await verifyAddress(fileKey, file, url.searchParams, clock.now());
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
   * @returns the function that gives the slot back; it does nothing the second time
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
    let isHeld = true;
    return () => {
      if (isHeld) this.giveBack(client);
      isHeld = false;
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
function partOf(context: HttpContext, etag: string, size: number): ByteRange | undefined {
  const { headers } = context.request;
  const range = headers.get('range');
  if (range === null || (headers.get('if-range') ?? etag) !== etag) return undefined;
  const part = byteRange(range, size);
  if (part !== 'unsatisfiable') return part;
  context.headers['content-range'] = `bytes */${size}`;
  const text = `The file has ${size} bytes, and none of them lies in the range "${range}".`;
  throw new CallError(416, 'sandbox::rangenotsatisfiable', text);
}

/**
 * Returns the handler for `GET` of a whole file or of a range of it, and `HEAD`, at signed URLs, which need no other credential.
 * No more bytes are read than are sent, and no more are held than one chunk: the next is read when the client has taken it.
 */
function downloads(deps: FileDeps): RouteHandler {
  const { db, clock, reads } = deps;
  const slots = new TransferSlots('download', limits.downloads);

  /** @throws CallError 404 when the asset is deleted meanwhile: the connection ends before the file does */
  async function* chunksOf(target: Download, { first, last }: ByteRange) {
    for (let start = first; start <= last; start += chunkBytes) {
      const range = { first: start, last: Math.min(start + chunkBytes - 1, last) };
      yield await inTransaction(db, (tx) => readBytes({ tx, now: clock.now() }, target, range));
    }
  }

  return async (context) => {
    const { client, headers, request } = context;
    const target = await signedTarget(deps, context, 'download');
    const file = await inTransaction(db, (tx) => findFile({ tx, now: clock.now() }, target));
    // The file of an asset never changes.
    const etag = `"${target.assetId}"`;
    headers['accept-ranges'] = 'bytes';
    headers.etag = etag;
    const isHead = request.method === 'HEAD';
    const part = isHead ? undefined : partOf(context, etag, file.size);
    const range = part ?? { first: 0, last: file.size - 1 };
    const size = range.last + 1 - range.first;
    if (!isHead) reads.charge({ projectId: target.projectId, client }, size);
    const giveBack = isHead ? undefined : slots.take(client);
    headers['content-type'] = 'application/octet-stream';
    headers['content-disposition'] = disposition(file.name);
    headers['content-security-policy'] = "sandbox; default-src 'none'";
    headers['content-length'] = String(size);
    if (!giveBack) return { status: 200, headers, body: null };
    if (part) headers['content-range'] = `bytes ${part.first}-${part.last}/${file.size}`;
    request.signal.addEventListener('abort', giveBack, { once: true });
    return { status: part ? 206 : 200, headers, body: streamOf(chunksOf(target, range), giveBack) };
  };
}

/**
 * Returns the handler for `PUT` of one part to a signed URL, which needs no other credential. A body is read only from a client that has such a
 * URL and a slot.
 */
function uploads(deps: FileDeps): RouteHandler {
  const { db, clock } = deps;
  const slots = new TransferSlots('upload', limits.uploads);
  return async (context) => {
    const target = await signedTarget(deps, context, 'upload');
    const giveBack = slots.take(context.client);
    try {
      const bytes = await readBody(context.request, limits.files.assetBytes);
      const etag = await inTransaction(db, (tx) =>
        storePart({ tx, now: clock.now() }, target, bytes),
      );
      context.headers.etag = `"${etag}"`;
      return { status: 200, headers: context.headers, body: null };
    } finally {
      giveBack();
    }
  };
}

/** Returns the methods of all paths below `/files/`. */
export function fileMethods(deps: FileDeps): Readonly<Record<string, RouteHandler>> {
  const download = downloads(deps);
  return { GET: download, HEAD: download, PUT: uploads(deps) };
}

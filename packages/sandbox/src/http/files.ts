import type { Deps } from '../core/deps.ts';
import { hasTag } from '../core/entity-tags.ts';
import { RequestError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { excerpt } from '../core/text.ts';
import { byteRange, type ByteRange, type FileTarget, verifyAddress } from '../core/file-address.ts';
import { findFile, readBytes, storePart } from '../core/ota/asset-records.ts';
import { rowsOfPublicId } from '../core/projects/public-id.ts';
import { inTransaction } from '../core/transaction.ts';
import { type HttpContext, readLargeBody } from './request.ts';
import { type Route, type RouteHandler, streamOf } from './response.ts';
import { TransferSlots } from './transfer-slots.ts';

/** Dependencies of the file routes. */
type FileDeps = Pick<Deps, 'db' | 'clock' | 'fileKey' | 'storage' | 'reads' | 'work'>;

/**
 * Returns the target of a signed URL, with the id of its project in the store. It does not read the body.
 * @throws RequestError 403 if the URL has expired, or was not signed by this sandbox for this kind of target
 */
async function signedTarget<K extends FileTarget['kind']>(
  { db, fileKey, clock }: FileDeps,
  { path, url }: HttpContext,
  kind: K,
): Promise<Extract<FileTarget, { kind: K }>> {
  const file = path.slice('/files'.length);
  const target = await verifyAddress(fileKey, file, url.searchParams, clock.now());
  if (target === 'expired') {
    throw new RequestError(
      403,
      'sandbox::addressexpired',
      'The URL has expired. Request a new one.',
    );
  }
  if (target === 'forged' || target.kind !== kind) {
    const text = 'The signature of the URL is invalid. Use the URL exactly as you received it.';
    throw new RequestError(403, 'sandbox::addressforged', text);
  }
  // A file of a deleted project is not found.
  const projectId = (await rowsOfPublicId(db, target.projectId)) ?? '';
  return { ...target, projectId } as Extract<FileTarget, { kind: K }>;
}

type Download = Extract<FileTarget, { kind: 'download' }>;

/** Bytes of a file that are read at once, and kept in memory until the client has received them. */
const chunkBytes = 512_000;

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Returns a `Content-Disposition` header with a file name (RFC 6266, 4.3). */
function disposition(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percentEncode)}`;
}

/**
 * Evaluates the conditions of a request (RFC 9110, 13.2.2).
 * @returns whether the client has the file already
 * @throws RequestError 412 if it wants another file
 */
function isKnown({ request: { headers } }: HttpContext, etag: string): boolean {
  if (!hasTag(headers.get('if-match') ?? '*', etag, 'strong')) {
    const text = `The file has the ETag ${etag}, which If-Match does not have. Request it without If-Match.`;
    throw new RequestError(412, 'sandbox::preconditionfailed', text);
  }
  return hasTag(headers.get('if-none-match') ?? '', etag, 'weak');
}

/**
 * Returns the range that a request selects. Returns undefined for the whole file, including when `If-Range` does not match (RFC
 * 9110, 13.1.5 and 14.2).
 * @throws RequestError 416 if the range is outside the file
 */
function partOf(context: HttpContext, etag: string, size: number): ByteRange | undefined {
  const { headers } = context.request;
  const range = headers.get('range');
  if (range === null || (headers.get('if-range') ?? etag) !== etag) return undefined;
  const part = byteRange(range, size);
  if (part !== 'unsatisfiable') return part;
  context.headers['content-range'] = `bytes */${size}`;
  const text = `The range "${excerpt(range)}" is outside the file, which has ${size} bytes. Request a range within it.`;
  throw new RequestError(416, 'sandbox::rangenotsatisfiable', text);
}

/**
 * Returns the handler for `GET` of a file or of a range of it, and for `HEAD`, at signed URLs, which need no other credential.
 * It reads one chunk at a time, after the client has received the previous one.
 */
function downloads(deps: FileDeps): RouteHandler {
  const { db, clock, reads, work } = deps;
  const slots = new TransferSlots('download', limits.downloads);

  /** @throws RequestError 404 if the asset is deleted in the meantime: the connection then closes before the end of the file */
  async function* chunksOf(client: string, target: Download, { first, last }: ByteRange) {
    for (let start = first; start <= last; start += chunkBytes) {
      const range = { first: start, last: Math.min(start + chunkBytes - 1, last) };
      yield await work.run(client, () =>
        inTransaction(db, (tx) => readBytes({ tx, now: clock.now() }, target, range)),
      );
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
    if (isKnown(context, etag)) return { status: 304, headers, body: null };
    const isHead = request.method === 'HEAD';
    const part = isHead ? undefined : partOf(context, etag, file.size);
    const range = part ?? { first: 0, last: file.size - 1 };
    const size = range.last + 1 - range.first;
    if (!isHead) reads.charge({ projectId: target.projectId, client }, size);
    let cut: () => void = () => undefined;
    const giveBack = isHead ? undefined : slots.take(client, () => cut());
    headers['content-type'] = 'application/octet-stream';
    headers['content-disposition'] = disposition(file.name);
    headers['content-security-policy'] = "sandbox; default-src 'none'";
    headers['content-length'] = String(size);
    if (!giveBack) return { status: 200, headers, body: null };
    if (part) headers['content-range'] = `bytes ${part.first}-${part.last}/${file.size}`;
    request.signal.addEventListener('abort', giveBack, { once: true });
    return {
      status: part ? 206 : 200,
      headers,
      body: streamOf(chunksOf(client, target, range), giveBack, (controller) => {
        cut = () => {
          controller.error(new Error('The download was stopped for one of another client'));
        };
      }),
    };
  };
}

/**
 * Returns the handler for `PUT` of one part to a signed URL, which needs no other credential. It reads a body only after the
 * URL is verified and a slot is free.
 */
function uploads(deps: FileDeps): RouteHandler {
  const { db, clock, storage, work } = deps;
  const slots = new TransferSlots('upload', limits.uploads);
  return async (context) => {
    const { client } = context;
    const target = await signedTarget(deps, context, 'upload');
    const { bytes, check, release } = await readLargeBody(context, storage.bytes.file, work);
    let giveBack: () => void = () => undefined;
    try {
      giveBack = slots.take(client);
      const etag = await work.run(client, () => {
        check();
        return inTransaction(db, (tx) =>
          storePart({ tx, storage, now: clock.now() }, target, bytes),
        );
      });
      context.headers.etag = `"${etag}"`;
      return { status: 200, headers: context.headers, body: null };
    } finally {
      giveBack();
      release();
    }
  };
}

/** Returns the routes of the paths below `/files/`, by their first segment. */
export function fileRoutes(deps: FileDeps): Readonly<Record<FileTarget['kind'], Route>> {
  return {
    upload: { methods: { PUT: uploads(deps) } },
    download: { methods: { GET: downloads(deps) } },
  };
}

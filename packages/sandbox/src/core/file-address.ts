import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** Signs and verifies file URLs with a secret that it does not expose. */
export interface FileKey {
  /** @returns HMAC-SHA-256, in lower-case hexadecimal */
  sign(text: string): Promise<string>;
  /** Constant-time comparison. */
  verify(text: string, signature: string): Promise<boolean>;
}

/** Target of a file URL: one part to `PUT`, or the whole file to `GET`. `projectId` is the id that clients know. */
export type FileTarget =
  | {
      readonly kind: 'upload';
      readonly projectId: string;
      readonly assetId: string;
      readonly part: number;
    }
  | { readonly kind: 'download'; readonly projectId: string; readonly assetId: string };

const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;

/** Returns the SHA-256 of bytes in lower-case hexadecimal. */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** @param secret any text that only the server knows */
export async function importFileKey(secret: string): Promise<FileKey> {
  const encoder = new TextEncoder();
  const { subtle } = crypto;
  const raw = encoder.encode(secret);
  const key = await subtle.importKey('raw', raw, algorithm, false, ['sign', 'verify']);
  return {
    sign: async (text) =>
      bytesToHex(new Uint8Array(await subtle.sign(algorithm, key, encoder.encode(text)))),
    verify: async (text, signature) =>
      /^[0-9a-f]{64}$/.test(signature) &&
      subtle.verify(algorithm, key, hexToBytes(signature), encoder.encode(text)),
  };
}

function pathOf(target: FileTarget): string {
  const { kind, projectId, assetId } = target;
  const segments = [kind, projectId, assetId];
  if (target.kind === 'upload') segments.push(String(target.part));
  return `/${segments.join('/')}`;
}

/** The signed text. The method follows from the path. */
function signedText(path: string, exp: string): string {
  return `${path}\n${exp}`;
}

/**
 * Returns a file URL that expires. `exp` is in Unix seconds, and a download URL has its audience in `am`, like the
 * platform's links (specs/facts/device-api.md, v-1-ota-next).
 * @param filesUrl base URL without a trailing slash
 * @param expires milliseconds since 1970; the URL is valid until the end of that second
 */
export async function signAddress(
  key: FileKey,
  filesUrl: string,
  target: FileTarget,
  expires: number,
): Promise<string> {
  const path = pathOf(target);
  const exp = String(Math.ceil(expires / 1000));
  const query = new URLSearchParams(target.kind === 'download' ? { am: 'device' } : {});
  query.set('exp', exp);
  query.set('signature', await key.sign(signedText(path, exp)));
  return `${filesUrl}${path}?${query.toString()}`;
}

const uploadPath = /^\/upload\/([^/]+)\/([^/]+)\/([1-9]\d{0,4})$/;
const downloadPath = /^\/download\/([^/]+)\/([^/]+)$/;

function targetOf(path: string): FileTarget | undefined {
  const [, projectId, assetId, part] = uploadPath.exec(path) ?? downloadPath.exec(path) ?? [];
  if (projectId === undefined || assetId === undefined) return undefined;
  if (part === undefined) return { kind: 'download', projectId, assetId };
  return { kind: 'upload', projectId, assetId, part: Number(part) };
}

/**
 * Verifies a URL of `signAddress`.
 * @param path below `filesUrl`, with its leading slash, as received
 * @param now milliseconds since 1970
 * @returns the target; `forged` for an invalid signature; `expired` for a URL that is no longer valid
 */
export async function verifyAddress(
  key: FileKey,
  path: string,
  query: URLSearchParams,
  now: number,
): Promise<FileTarget | 'forged' | 'expired'> {
  const target = targetOf(path);
  const exp = query.get('exp') ?? '';
  const genuine = await key.verify(signedText(path, exp), query.get('signature') ?? '');
  if (!target || !genuine) return 'forged';
  return Number(exp) * 1000 > now ? target : 'expired';
}

/** A range of bytes; both ends are inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const single = /^bytes=(\d*)-(\d*)$/i;

/**
 * Parses a `Range` header (RFC 9110, 14.1.2).
 * @param size bytes of the file
 * @returns nothing for a header that a server ignores: another unit, several ranges, or an invalid one
 */
export function byteRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = single.exec(header.trim()) ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const wanted = Math.min(Number(to), size);
    return wanted === 0 ? 'unsatisfiable' : { first: size - wanted, last: size - 1 };
  }
  const [first, end] = [Number(from), to === '' ? Infinity : Number(to)];
  if (end < first) return undefined;
  return first < size ? { first, last: Math.min(end, size - 1) } : 'unsatisfiable';
}

/** Concatenates chunks of bytes. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

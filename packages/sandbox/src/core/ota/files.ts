import { limits } from '../limits.ts';

/** Signs addresses of files and checks them, with a secret that stays inside. */
export interface FileKey {
  /** @returns HMAC-SHA-256, in lower-case hexadecimal */
  sign(text: string): Promise<string>;
  /** Takes as long for a wrong signature as for a right one. */
  verify(text: string, signature: string): Promise<boolean>;
}

/** Where the bytes of a file are: one part to `PUT`, or the whole file to `GET`. */
export type FileTarget =
  | {
      readonly kind: 'upload';
      readonly projectId: string;
      readonly assetId: string;
      readonly part: number;
    }
  | { readonly kind: 'download'; readonly projectId: string; readonly assetId: string };

const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const;

export function toHex(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return new Uint8Array();
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param secret any text that only the server knows */
export async function importFileKey(secret: string): Promise<FileKey> {
  const encoder = new TextEncoder();
  const { subtle } = crypto;
  const raw = encoder.encode(secret);
  const key = await subtle.importKey('raw', raw, algorithm, false, ['sign', 'verify']);
  return {
    sign: async (text) => toHex(await subtle.sign(algorithm, key, encoder.encode(text))),
    verify: (text, signature) =>
      subtle.verify(algorithm, key, fromHex(signature), encoder.encode(text)),
  };
}

function pathOf(target: FileTarget): string {
  const { kind, projectId, assetId } = target;
  const segments = [kind, projectId, assetId];
  if (target.kind === 'upload') segments.push(String(target.part));
  return `/${segments.join('/')}`;
}

/** What the signature covers: the method follows from the path. */
function signedText(path: string, exp: string): string {
  return `${path}\n${exp}`;
}

/**
 * Address of a file that expires. `exp` is in Unix seconds, and a download names its audience in `am`, as the platform's
 * own links do (reference/device-api.md, v-1-ota-next).
 * @param filesUrl base, without a slash at the end
 * @param expires milliseconds since 1970; the address lives to the end of that second
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
 * Reads an address that `signAddress` made.
 * @param path below `filesUrl`, with its slash, as sent in the request
 * @param now milliseconds since 1970
 * @returns the target; `forged` for a URL this server did not sign; `expired` for one it signed too long ago
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

const hour = 3_600_000;
const second = 1000;

export const otaLimits = {
  /** Bytes of one file. The platform takes 4 TB (reference/platform-api.md, 2.10); a sandbox cannot. */
  assetBytes: 8_000_000,
  /** Bytes of all files of one project. */
  projectBytes: limits.bytes.project,
  /** Bytes of all files of all projects. */
  totalBytes: limits.bytes.total,
  /** Parts of one upload. */
  parts: 100,
  /** Milliseconds to finish a multipart upload; then its parts are removed (platform-api.md, 2.10). */
  uploadWindow: 24 * hour,
  /** Milliseconds that a download address lives. The platform's is not known. */
  downloadLife: hour,
  /** Milliseconds that an asset is `queued`, and then `merging`: long enough to be seen. */
  queueing: second,
  merging: second,
} as const;

/** Bytes of a file, both of them inside. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const single = /^bytes=(\d*)-(\d*)$/i;

/**
 * The part of a file that a header `Range` asks for (RFC 9110, 14.1.2).
 * @param size bytes of the file
 * @returns nothing for a header that a server ignores: of another unit, of several ranges, or of another form
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

interface Part {
  readonly bytes: ArrayBuffer | Uint8Array;
}

/** The bytes of all parts, one behind the other. */
export function joinBytes(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const chunks = parts.map(({ bytes }) => new Uint8Array(bytes));
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

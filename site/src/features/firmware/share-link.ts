import { programPrefix as prefix } from './program-link';

/**
 * Programs in links: `#program=` and the program in the format of zlib (RFC 1950), which has a checksum, in base64url (RFC 4648,
 * 5). Browsers do not send fragments to servers.
 */

/** Longest fragment in characters. */
export const longestFragment = 8192;

/** Longest program in UTF-16 code units: what a link can have, and what the browser stores. */
export const longestProgram = 64_000;

/** A UTF-16 code unit takes up to 3 bytes in UTF-8. */
const mostBytes = 3 * longestProgram;

/** Why a link has no program: each has a message in `linkProblems`. */
export type LinkProblem = 'damaged' | 'too-long' | 'unsupported';

export const linkProblems: Readonly<Record<LinkProblem, string>> = {
  damaged:
    'The program in this link is damaged: a part of the link is missing or changed. Ask for the link again, and copy all of it.',
  'too-long': `The program is too long for a link: it takes more than ${longestFragment} characters after compression. Download it and send the file.`,
  unsupported: 'This browser cannot read or create links with programs. Update it, or use another.',
};

export type LinkResult<T> = { readonly value: T } | { readonly problem: LinkProblem };

const isSupported = () =>
  typeof CompressionStream === 'function' && typeof DecompressionStream === 'function';

/** Reads a stream. @returns undefined when it has more than `limit` bytes; the rest is not read */
async function readBytes(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Bytes in one piece of {@link inPieces}. */
const pieceSize = 256;

/** A stream that gives bytes in small pieces, so that nothing is decompressed ahead of what is read. */
function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let offset = 0;
  return new ReadableStream({
    pull(controller) {
      if (offset >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(offset, (offset += pieceSize)));
    },
  });
}

/** Returns the fragment of a link with a program. */
export async function programFragment(source: string): Promise<LinkResult<string>> {
  if (!isSupported()) return { problem: 'unsupported' };
  if (source.length > longestProgram) return { problem: 'too-long' };
  const text = inPieces(new TextEncoder().encode(source));
  const limit = ((longestFragment - prefix.length) * 3) / 4;
  const bytes = await readBytes(text.pipeThrough(new CompressionStream('deflate')), limit);
  if (!bytes) return { problem: 'too-long' };
  const base64 = btoa(String.fromCharCode(...bytes));
  const base64url = base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return { value: prefix + base64url };
}

/** Returns the program of a fragment for which `isProgramLink` is true. */
export async function programIn(fragment: string): Promise<LinkResult<string>> {
  if (!isSupported()) return { problem: 'unsupported' };
  const data = fragment.slice(prefix.length);
  if (fragment.length > longestFragment || !/^[\w-]+$/.test(data)) return { problem: 'damaged' };
  try {
    const base64 = data.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const text = inPieces(bytes).pipeThrough(new DecompressionStream('deflate'));
    const decompressed = await readBytes(text, mostBytes);
    if (!decompressed) return { problem: 'damaged' };
    const source = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(decompressed);
    return source.length > longestProgram ? { problem: 'damaged' } : { value: source };
  } catch {
    // What is no base64, no zlib stream, fails its checksum or is no UTF-8.
    return { problem: 'damaged' };
  }
}

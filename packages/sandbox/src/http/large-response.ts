import type { JsonValue } from '@anedya-docs/openapi-model';
import { finished, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { limits } from '../core/limits.ts';
import { responseTooLarge } from '../core/response-too-large.ts';
import type { Reader, ReadLease, ReadLimiter } from '../reads/read-limiter.ts';

/** Entries of a list that become text at once. */
const perPart = 200;

/** Characters that become bytes between two pauses. */
const sliceLength = 32_000;

function tooLarge() {
  return responseTooLarge('Ask for less at once: a lower "limit", fewer nodes or a shorter range.');
}

/** How deep lists are looked for: the points of one node of one response. */
const deepest = 2;

/** The JSON text of a value in parts: long lists a few entries at a time. */
function* partsOf(value: JsonValue, depth = 0): Generator<string> {
  if (typeof value !== 'object' || value === null || depth > deepest) {
    yield JSON.stringify(value);
    return;
  }
  if (Array.isArray(value)) {
    for (let start = 0; start < value.length; start += perPart) {
      const part = JSON.stringify(value.slice(start, start + perPart));
      yield `${start === 0 ? '[' : ','}${part.slice(1, -1)}`;
    }
    yield value.length === 0 ? '[]' : ']';
    return;
  }
  let opening = '{';
  for (const [name, item] of Object.entries(value)) {
    yield `${opening}${JSON.stringify(name)}:`;
    yield* partsOf(item, depth + 1);
    opening = ',';
  }
  yield opening === '{' ? '{}' : '}';
}

/**
 * The JSON text of a large response, made in slices.
 * @returns its bytes in chunks: a client that reads slowly shows by them that it reads
 * @throws CallError `sandbox::responsetoolarge`
 */
async function largeJson(value: JsonValue, { pause }: ReadLease): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  let [text, size] = ['', 0];
  for (const part of partsOf(value)) {
    text += part;
    if (text.length < sliceLength) continue;
    const chunk = Buffer.from(text);
    text = '';
    chunks.push(chunk);
    size += chunk.length;
    if (size > limits.reads.responseBytes) throw tooLarge();
    await pause(chunk.length / limits.reads.bytesPerRow);
  }
  const rest = Buffer.from(text);
  if (size + rest.length > limits.reads.responseBytes) throw tooLarge();
  return [...chunks, rest];
}

/**
 * Waits until a large read for a response may start. It is held until the response is sent, or its client gone; a read that
 * fails has to be ended.
 * @throws CallError when the limits of reads do not let it start
 */
export async function startRead(
  reads: ReadLimiter,
  reader: Omit<Reader, 'gone'>,
  reply: FastifyReply,
): Promise<ReadLease> {
  const gone = new AbortController();
  let lease: ReadLease | undefined;
  finished(reply.raw, () => {
    gone.abort();
    lease?.end();
  });
  return (lease = await reads.start({ ...reader, gone: gone.signal }));
}

/**
 * Sends the response of a large read.
 * @throws CallError `sandbox::responsetoolarge`
 */
export async function sendLarge(
  reply: FastifyReply,
  value: JsonValue,
  lease: ReadLease,
): Promise<void> {
  const chunks = await largeJson(value, lease);
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  lease.sending(size, () => reply.raw.destroy());
  void reply
    .type('application/json; charset=utf-8')
    .header('content-length', size)
    .send(chunks.length === 1 ? chunks[0] : Readable.from(chunks));
}

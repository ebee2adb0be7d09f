import type { JsonValue } from '@anedya-docs/openapi-model';
import type { ReadContext } from '../core/context.ts';
import { limits } from '../core/limits.ts';
import { responseTooLarge } from '../core/response-too-large.ts';

/** Entries of a list that become text at once. */
const perPart = 200;

/** Characters that become bytes between two pauses. */
const sliceLength = 32_000;

/** Bytes of a response that cost as much as a row. */
const bytesPerRow = 100;

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
export async function largeJson(
  value: JsonValue,
  { pause }: Pick<ReadContext, 'pause'>,
): Promise<readonly Buffer[]> {
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
    await pause(chunk.length / bytesPerRow);
  }
  const rest = Buffer.from(text);
  if (size + rest.length > limits.reads.responseBytes) throw tooLarge();
  return [...chunks, rest];
}

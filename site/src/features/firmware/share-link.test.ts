import { deflateSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { isProgramLink } from './program-link';
import { longestFragment, longestProgram, programFragment, programIn } from './share-link';

const program = `import asyncio

async def main():
    print("Größe: 20 °C 🌱")

asyncio.run(main())
`;

/** The fragment of a link with other data. */
const fragmentOf = (bytes: Uint8Array) => `#program=${Buffer.from(bytes).toString('base64url')}`;

async function valueOf(source: string): Promise<string> {
  const result = await programFragment(source);
  if ('problem' in result) throw new Error(result.problem);
  return result.value;
}

/** Text that does not compress, the same in each run. */
function noise(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 48271) % 2147483647;
    return String.fromCharCode(33 + (seed % 94));
  }).join('');
}

describe('a link with a program', () => {
  it.each([
    ['a program', program],
    ['an empty program', ''],
    ['line ends and a byte order mark', '\uFEFFa = 1\r\nb = 2\r'],
    ['the longest program', 'x'.repeat(longestProgram)],
    ['characters of 3 bytes', '€'.repeat(longestProgram)],
  ])('has %s, unchanged', async (_, source) => {
    const fragment = await valueOf(source);
    expect(fragment).toMatch(/^#program=[\w-]+$/);
    expect(isProgramLink(fragment)).toBe(true);
    expect(await programIn(fragment)).toEqual({ value: source });
  });

  it('has at most 8 kB', async () => {
    // Printable ASCII has 6.6 bits a character.
    const fragment = await valueOf(noise(7300));
    expect(fragment.length).toBeGreaterThan(7500);
    expect(fragment.length).toBeLessThanOrEqual(longestFragment);
    expect(await programFragment(noise(7800))).toEqual({ problem: 'too-long' });
    expect(await programFragment('x'.repeat(longestProgram + 1))).toEqual({ problem: 'too-long' });
  });

  it('is used up to the last character of the limit', async () => {
    for (let length = 7300; ; length += 1) {
      const result = await programFragment(noise(length));
      if ('problem' in result) {
        expect((await valueOf(noise(length - 1))).length).toBeGreaterThan(longestFragment - 12);
        return;
      }
      expect(result.value.length).toBeLessThanOrEqual(longestFragment);
    }
  });
});

describe('a damaged link', () => {
  it('never has another program', async () => {
    const fragment = await valueOf(program);
    const start = '#program='.length;
    for (let index = start; index < fragment.length; index += 1) {
      const other = fragment[index] === 'A' ? 'B' : 'A';
      const changed = fragment.slice(0, index) + other + fragment.slice(index + 1);
      // Bits between parts of the format have no meaning.
      expect([{ problem: 'damaged' }, { value: program }]).toContainEqual(await programIn(changed));
    }
  });

  it('is rejected when its end is missing', async () => {
    const fragment = await valueOf(program);
    for (let length = '#program='.length; length < fragment.length; length += 1) {
      expect(await programIn(fragment.slice(0, length))).toEqual({ problem: 'damaged' });
    }
  });

  it.each([
    ['no program', '#program='],
    ['characters of other formats', '#program=a+b/c='],
    ['an escape', '#program=%E0%A4%A'],
    ['text that is not compressed', fragmentOf(new TextEncoder().encode(program))],
    ['bytes that are no UTF-8', fragmentOf(deflateSync(Buffer.from([0xff, 0xfe, 0x41])))],
    ['more than 8 kB', `#program=${'A'.repeat(longestFragment)}`],
    ['a longer program', fragmentOf(deflateSync('x'.repeat(longestProgram + 1)))],
  ])('is rejected with %s', async (_, fragment) => {
    expect(await programIn(fragment)).toEqual({ problem: 'damaged' });
  });

  it('is not decompressed further than the longest program', async () => {
    const bomb = deflateSync(Buffer.alloc(5_500_000));
    expect(fragmentOf(bomb).length).toBeLessThanOrEqual(longestFragment);
    let size = 0;
    const Native = DecompressionStream;
    vi.stubGlobal(
      'DecompressionStream',
      class {
        readonly readable: ReadableStream<Uint8Array>;
        readonly writable: WritableStream<BufferSource>;
        constructor(format: CompressionFormat) {
          const inner = new Native(format);
          this.writable = inner.writable;
          this.readable = inner.readable.pipeThrough(
            new TransformStream<Uint8Array, Uint8Array>({
              transform(chunk, controller) {
                size += chunk.length;
                controller.enqueue(chunk);
              },
            }),
          );
        }
      },
    );
    try {
      expect(await programIn(fragmentOf(bomb))).toEqual({ problem: 'damaged' });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(size).toBeGreaterThan(3 * longestProgram);
    expect(size).toBeLessThan(1_000_000);
  });
});

it('says that a browser without compression has no links', async () => {
  vi.stubGlobal('DecompressionStream', undefined);
  try {
    expect(await programIn('#program=AAAA')).toEqual({ problem: 'unsupported' });
    expect(await programFragment(program)).toEqual({ problem: 'unsupported' });
  } finally {
    vi.unstubAllGlobals();
  }
});

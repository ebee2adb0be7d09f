import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
};

interface Reply {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Text as brotli at its highest quality, the default; anything else as it is. */
async function reply(file: string): Promise<Reply> {
  const type = types[path.extname(file)];
  const content = await readFile(file);
  // Isolated pages have a clock of microseconds.
  const isolated = {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  };
  return type === undefined
    ? { headers: { ...isolated, 'Content-Type': 'application/octet-stream' }, body: content }
    : {
        headers: { ...isolated, 'Content-Type': type, 'Content-Encoding': 'br' },
        body: brotliCompressSync(content),
      };
}

/** Serves a folder on a free port, and counts what it sends; the pages themselves do not count. */
export async function countingServer(folder: string) {
  const replies = new Map<string, Reply>();
  const sent = { bytes: 0, requests: 0 };

  async function answer(pathname: string): Promise<Reply> {
    const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const known = replies.get(file) ?? (await reply(file));
    replies.set(file, known);
    if (!file.endsWith('.html')) {
      sent.bytes += known.body.length;
      sent.requests += 1;
    }
    return known;
  }

  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://localhost').pathname).then(
      ({ headers, body }) => response.writeHead(200, headers).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    // Browsers take brotli over plain HTTP from this name alone.
    origin: `http://localhost:${port}`,
    /** What was sent since the last look. */
    take: () => {
      const { bytes, requests } = sent;
      Object.assign(sent, { bytes: 0, requests: 0 });
      return { bytes, requests };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}

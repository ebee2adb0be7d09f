import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
};

interface StoredResponse {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Compresses text with brotli at the highest quality, the default. */
async function readResponse(file: string): Promise<StoredResponse> {
  const type = types[path.extname(file)];
  const content = await readFile(file);
  // Isolated pages have a clock with microsecond resolution.
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

/** Serves a folder on a free port, and counts requests and bytes, without HTML pages. */
export async function countingServer(folder: string) {
  const responses = new Map<string, StoredResponse>();
  const sent = { bytes: 0, requests: 0 };

  async function respond(pathname: string): Promise<StoredResponse> {
    const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const known = responses.get(file) ?? (await readResponse(file));
    responses.set(file, known);
    if (!file.endsWith('.html')) {
      sent.bytes += known.body.length;
      sent.requests += 1;
    }
    return known;
  }

  const server = createServer((request, response) => {
    respond(new URL(request.url ?? '/', 'http://localhost').pathname).then(
      ({ headers, body }) => response.writeHead(200, headers).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    // Browsers accept brotli over plain HTTP only from this host name.
    origin: `http://localhost:${port}`,
    /** Returns the counts since the last call. */
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

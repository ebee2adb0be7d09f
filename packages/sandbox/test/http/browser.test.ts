import path from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('the handler and all it imports can be bundled for a browser', async () => {
  const { errors, metafile } = await build({
    entryPoints: [path.join(import.meta.dirname, '../../src/http/handler.ts')],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'esm',
    logLevel: 'silent',
  });
  expect(errors).toEqual([]);
  const external = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  expect(external).toEqual([]);
});

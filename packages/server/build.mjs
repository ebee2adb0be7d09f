import { rmSync } from 'node:fs';
import { build } from 'esbuild';
import { serverBundle } from './build-options.mjs';

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });
await build(serverBundle('dist'));

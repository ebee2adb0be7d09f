import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isGenerated } from '../scripts/lib/build.mjs';

// Otherwise the first build changes its own digest, and the next start builds again.
it('does not count the source folders that the build writes', () => {
  const ignored = readFileSync(path.resolve(import.meta.dirname, '../.gitignore'), 'utf8');
  const folders = [...ignored.matchAll(/^\/(site\/.+\/)$/gm)].map(([, folder = '']) => folder);
  expect(folders.length).toBeGreaterThan(2);
  expect(folders.filter((folder) => !isGenerated(`${folder}index.json`))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isGenerated, isInput } from '../scripts/lib/build.mjs';

// Otherwise the first build changes its own digest, and the next start builds again.
it('does not count the source folders that the build writes', () => {
  const ignored = readFileSync(path.resolve(import.meta.dirname, '../.gitignore'), 'utf8');
  const folders = [...ignored.matchAll(/^\/(site\/.+\/)$/gm)].map(([, folder = '']) => folder);
  expect(folders.length).toBeGreaterThan(2);
  expect(folders.filter((folder) => !isGenerated(`${folder}index.json`))).toEqual([]);
});

it('builds again after a change of a source, but not of a test or a README', () => {
  const files = ['index.ts', 'index.test.ts', 'Box.tsx', 'Box.test.tsx', 'README.md', 'page.md'];
  const inputs = files.filter((name) => isInput(`site/content/limits/${name}`));
  expect(inputs).toEqual(['index.ts', 'Box.tsx', 'page.md']);
});

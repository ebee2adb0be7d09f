import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeOfflineList } from './offline';

it('the list has the stylesheet that pages load, and not the one that it replaces', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'docs-build-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const names = ['site.1a2b3c4d.css', 'styles.5e6f7a8b.css'].map((name) => `assets/css/${name}`);
  await mkdir(path.join(folder, 'assets/css'), { recursive: true });
  for (const name of names) await writeFile(path.join(folder, name), 'a{}');
  const list = await readFile(await writeOfflineList(folder, true), 'utf8');
  expect(JSON.parse(list)).toMatchObject({ files: [[names[0], 3]] });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEnvironment } from '../../site/config/environment.ts';
import { buildVariables, headersMark, outDirProblem } from '../lib/build.mjs';

it('builds again when a variable changes that the site reads', () => {
  expect(buildVariables).toEqual(Object.keys(readEnvironment({})));
});

describe('the folder of a static build', () => {
  const root = path.resolve(import.meta.dirname, '../..');

  it.each(['.', '..', '/', 'site'])('cannot be %s', (folder) => {
    expect(outDirProblem(path.resolve(root, folder))).toContain('contains the sources of the site');
  });

  it.each(['site/docs', 'packages', 'scripts/lib'])('cannot be %s', (folder) => {
    expect(outDirProblem(path.resolve(root, folder))).toContain('is not empty');
  });

  it('can be the default, or a new folder', () => {
    expect(outDirProblem(path.join(root, 'site/build'))).toBeUndefined();
    expect(outDirProblem(path.join(root, 'site/new'))).toBeUndefined();
  });

  it('can be empty, or have a previous build', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'docs-build-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(path.join(folder, '.git'));
    expect(outDirProblem(folder)).toBeUndefined();
    await writeFile(path.join(folder, 'notes.txt'), '');
    expect(outDirProblem(folder)).toContain('is not empty');
    // Of another site.
    await writeFile(path.join(folder, '_headers'), '/*\n  X-Frame-Options: DENY\n');
    expect(outDirProblem(folder)).toContain('is not empty');
    await writeFile(path.join(folder, '_headers'), headersMark);
    expect(outDirProblem(folder)).toBeUndefined();
  });
});

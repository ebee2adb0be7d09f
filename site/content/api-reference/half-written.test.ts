import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { apiConfigs, readDocument, settled, type ApiConfig } from './documents';

const [platform] = apiConfigs;
if (!platform) throw new Error('there is no API');
const original = await readFile(platform.file, 'utf8');
const changed = original.replace(/^ {2}title: .*$/m, '  title: A changed title');
const halfWritten = original.slice(0, original.length / 2);

let config: ApiConfig;
beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'docs-specs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  config = { ...platform, file: path.join(folder, 'platform.openapi.yaml') };
  await writeFile(config.file, original);
});

describe('a document that is half-written', () => {
  it('keeps the last version without errors, says so once, and recovers', async () => {
    const errors: string[] = [];
    const read = () => readDocument(config, (error) => errors.push(String(error)));
    expect((await read()).text).toBe(original);
    for (const broken of [halfWritten, '']) {
      await writeFile(config.file, broken);
      const { text, document } = await read();
      expect(text).toBe(original);
      expect(document.operations).toHaveLength(36);
      await read();
    }
    expect(errors).toHaveLength(2);
    expect(errors.join()).toContain('platform.openapi.yaml');
    await writeFile(config.file, changed);
    expect((await read()).document.title).toBe('A changed title');
    expect(errors).toHaveLength(2);
  });

  it('fails a build', async () => {
    await readDocument(config);
    await writeFile(config.file, halfWritten);
    await expect(readDocument(config)).rejects.toThrow('platform.openapi.yaml');
  });

  it('fails if it is the first version', async () => {
    await writeFile(config.file, halfWritten);
    await expect(readDocument(config, () => undefined)).rejects.toThrow('platform.openapi.yaml');
  });

  it('is not read before it is complete', async () => {
    await writeFile(config.file, '');
    let isSettled = false;
    const waiting = settled(config).then(() => (isSettled = true));
    await writeFile(config.file, halfWritten);
    expect(isSettled).toBe(false);
    await writeFile(config.file, changed);
    await waiting;
    expect((await readDocument(config)).text).toBe(changed);
  });
});

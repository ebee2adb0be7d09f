import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadIndex, type SearchEngine } from '@anedya-docs/search';

/** An engine over the index that the site's build wrote, or why there is none. */
export type EngineOrReason = { readonly engine: SearchEngine } | { readonly reason: string };

/** Path of the index below the build folder. */
export const indexFile = 'search/index.json';

/** Reads the index of a built site; a site without a usable one is still served. */
export async function readEngine(siteDir: string): Promise<EngineOrReason> {
  try {
    const text = await readFile(path.join(siteDir, indexFile), 'utf8');
    return { engine: loadIndex(text) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'the built site has none' : message;
    return { reason: `No search index (${indexFile}): ${reason}` };
  }
}

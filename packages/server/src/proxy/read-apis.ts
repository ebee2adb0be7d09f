import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readApiAccess, type ApiAccess } from './api-access.ts';

/** What the documents of a built site say, or why there is nothing to work by. */
export type ApisOrReason = { readonly apis: readonly ApiAccess[] } | { readonly reason: string };

/** The documents that the site's build puts up for download, below the build folder. */
export const documentFiles = ['specs/platform.openapi.json', 'specs/device.openapi.json'];

async function readDocument(siteDir: string, file: string): Promise<ApiAccess> {
  try {
    return readApiAccess(JSON.parse(await readFile(path.join(siteDir, file), 'utf8')));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'the built site has none' : message;
    throw new Error(`No API document for the proxy (${file}): ${reason}`, { cause: error });
  }
}

/** Reads the API documents of a built site; a site without usable ones is still served. */
export async function readApis(siteDir: string): Promise<ApisOrReason> {
  try {
    const apis: ApiAccess[] = [];
    // One after the other, so that the first one at fault is named each time.
    for (const file of documentFiles) apis.push(await readDocument(siteDir, file));
    return { apis };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

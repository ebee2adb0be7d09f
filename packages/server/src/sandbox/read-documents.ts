import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseDocument, type ApiDocument } from '@anedya-docs/openapi-model';
import type { ServiceOptions } from '@anedya-docs/sandbox/service';

/** A built site without the API documents that a sandbox is made from. */
export class MissingDocumentError extends Error {
  override readonly name = 'MissingDocumentError';
}

async function readDocument(siteDir: string, api: string): Promise<ApiDocument> {
  const file = `specs/${api}.openapi.json`;
  const text = await readFile(path.join(siteDir, file), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new MissingDocumentError(
      `There is no sandbox: the built site has no ${file}. Run "npm run build", or set SANDBOX=false.`,
      { cause: error },
    );
  });
  return parseDocument(text, file, { isChecked: true });
}

/**
 * Reads the documents of both APIs that a built site puts up for download; its build has checked them.
 * @throws MissingDocumentError when there is none
 * @throws Error when one cannot be read
 */
export async function readDocuments(siteDir: string): Promise<ServiceOptions['documents']> {
  return {
    platform: await readDocument(siteDir, 'platform'),
    device: await readDocument(siteDir, 'device'),
  };
}

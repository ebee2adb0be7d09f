import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseDocument, type ApiDocument } from '@anedya-docs/openapi-model';

export type ApiName = 'platform' | 'device';

/** File, page folder and page names of one API. */
export interface ApiConfig {
  readonly name: ApiName;
  readonly file: string;
  /** Folder of its pages below `docs/`, and their route. */
  readonly folder: string;
  readonly introduction: string;
  readonly indexTitle: string;
}

export interface Api {
  readonly config: ApiConfig;
  readonly document: ApiDocument;
  /** YAML source of the document. */
  readonly text: string;
}

const specs = path.resolve(__dirname, '../../../specs');

export const apiConfigs: readonly ApiConfig[] = [
  {
    name: 'platform',
    file: path.join(specs, 'platform.openapi.yaml'),
    folder: 'platform-api',
    introduction: 'anedya-platform-apis',
    indexTitle: 'Platform API',
  },
  {
    name: 'device',
    file: path.join(specs, 'device.openapi.yaml'),
    folder: 'device/api',
    introduction: 'device-apis',
    indexTitle: 'Device API',
  },
];

/** Pattern of the documents for watchers, which lose a single file when an editor replaces it. */
export const watchedDocuments = path.join(specs, '*.openapi.yaml');

/** What has been read of a document. */
interface Entry {
  readonly text: string;
  readonly document: Promise<ApiDocument>;
}

const parsed = new Map<string, Entry>();
/** The last version of each document without errors. */
const valid = new Map<string, Api>();

/**
 * Reads the document of one API. A document is parsed again only when its text has changed.
 * @param onError called instead of throwing, if a version without errors was read before, which is returned
 * @throws DocumentError with file, line and error
 */
export async function readDocument(
  config: ApiConfig,
  onError?: (error: unknown) => void,
): Promise<Api> {
  const text = readFileSync(config.file, 'utf8');
  let entry = parsed.get(config.file);
  const isChanged = entry?.text !== text;
  if (!entry || isChanged) {
    const file = path.relative(path.dirname(specs), config.file);
    entry = { text, document: parseDocument(text, file) };
    parsed.set(config.file, entry);
  }
  try {
    const api = { config, document: await entry.document, text };
    valid.set(config.file, api);
    return api;
  } catch (error) {
    const previous = valid.get(config.file);
    if (!onError || !previous) throw error;
    // Once per version: several plugins read the documents.
    if (isChanged) onError(error);
    return previous;
  }
}

/** The development server keeps running with the last version without errors; a build fails. */
const onError =
  process.env.NODE_ENV === 'development'
    ? (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        console.error(`${reason}\nThe site keeps the previous version of this document.`);
      }
    : undefined;

/** Reads the document of one API of the repository, see {@link readDocument}. */
export async function readApi(name: ApiName): Promise<Api> {
  const config = apiConfigs.find((candidate) => candidate.name === name);
  if (!config) throw new Error(`there is no API "${name}"`);
  return readDocument(config, onError);
}

/** Time in which a document must not change before it is read, in milliseconds: editors truncate a file, then write it. */
const settleTime = 100;

/** Waits until nobody is writing a document. A watcher can miss the last of several changes within milliseconds. */
export async function settled({ file }: ApiConfig): Promise<void> {
  let before: string;
  let after = readFileSync(file, 'utf8');
  do {
    before = after;
    await wait(settleTime);
    after = readFileSync(file, 'utf8');
  } while (after !== before);
}

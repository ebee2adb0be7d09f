import { readFileSync } from 'node:fs';
import path from 'node:path';
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

const parsed = new Map<string, { text: string; document: Promise<ApiDocument> }>();

/**
 * Reads the document of one API. A document is parsed again only when its text has changed.
 * @throws DocumentError with file, line and error
 */
export async function readApi(name: ApiName): Promise<Api> {
  const config = apiConfigs.find((candidate) => candidate.name === name);
  if (!config) throw new Error(`there is no API "${name}"`);
  const text = readFileSync(config.file, 'utf8');
  let entry = parsed.get(name);
  if (entry?.text !== text) {
    const file = path.relative(path.dirname(specs), config.file);
    entry = { text, document: parseDocument(text, file) };
    parsed.set(name, entry);
  }
  return { config, document: await entry.document, text };
}

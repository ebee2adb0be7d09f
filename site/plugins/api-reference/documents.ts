import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseDocument, type ApiDocument } from '@anedya-docs/openapi-model';

export type ApiName = 'platform' | 'device';

/** Where a document lies, where its pages go, and what its introduction is called. */
export interface ApiPlace {
  readonly name: ApiName;
  readonly file: string;
  /** Folder of its pages below `docs/`, which is also their route. */
  readonly folder: string;
  readonly introduction: string;
  readonly indexTitle: string;
}

const specs = path.resolve(__dirname, '../../../specs');

export const apiPlaces: readonly ApiPlace[] = [
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

/**
 * Reads the document of one API.
 * @throws DocumentError that names file, line and fault
 */
export function readApi(name: ApiName): { place: ApiPlace; document: ApiDocument } {
  const place = apiPlaces.find((candidate) => candidate.name === name);
  if (!place) throw new Error(`there is no API "${name}"`);
  const file = path.relative(path.dirname(specs), place.file);
  return { place, document: parseDocument(readFileSync(place.file, 'utf8'), file) };
}

import type { ReadHandler } from '../context.ts';
import { cutPage, readPage } from '../page.ts';
import { compare } from './compare.ts';
import { readAssets } from './read-assets.ts';
import { assetVersion } from './views.ts';

interface Request {
  readonly assetIdentifier: string;
  readonly order?: string;
}

/** `POST /assets/listVersions`: by time, the newest first unless told otherwise. An unknown identifier has no versions. */
export const assetsListVersions: ReadHandler = async (context, body) => {
  const { assetIdentifier, order = 'desc' } = body as unknown as Request;
  const page = readPage(body);
  const sign = order === 'asc' ? 1 : -1;
  const versions = (await readAssets(context))
    .filter(({ identifier }) => identifier === assetIdentifier)
    .sort((a, b) => sign * (compare(a.created, b.created) || compare(a.id, b.id)));
  const { entries, count, next } = cutPage(versions, page);
  return {
    count,
    totalCount: versions.length,
    next,
    data: entries.map((asset) => assetVersion(asset, context.now)),
  };
};

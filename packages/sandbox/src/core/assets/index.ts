import type { Handlers } from '../context.ts';
import { assetsCreate } from './assets-create.ts';
import { assetsDelete } from './assets-delete.ts';
import { assetsGet } from './assets-get.ts';
import { assetsListVersions } from './assets-list-versions.ts';
import { assetsList } from './assets-list.ts';
import { assetsRetry } from './assets-retry.ts';
import { assetsCompleteUpload } from './post-assets-complete-upload.ts';

export { sweepAssets } from './sweep.ts';

/** Files for OTA updates. */
export const assetsHandlers: Handlers = {
  'platform/assets-create': assetsCreate,
  'platform/post-assets-complete-upload': assetsCompleteUpload,
  'platform/assets-list': { largeRead: assetsList },
  'platform/assets-list-versions': { largeRead: assetsListVersions },
  'platform/assets-get': assetsGet,
  'platform/assets-retry': assetsRetry,
  'platform/assets-delete': assetsDelete,
};

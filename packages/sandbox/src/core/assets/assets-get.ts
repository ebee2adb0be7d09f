import type { Handler } from '../context.ts';
import { findAsset } from './find-asset.ts';
import { assetVersion } from './views.ts';

/** `POST /assets/get`. */
export const assetsGet: Handler = async (context, body) => {
  const { assetId } = body as { assetId: string };
  return { data: assetVersion(await findAsset(context, assetId), context.now) };
};

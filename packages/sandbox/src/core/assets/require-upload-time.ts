import { CallError } from '../call-error.ts';
import { otaLimits } from '../ota/limits.ts';
import type { Asset } from './asset-state.ts';

/**
 * Passes while a multipart upload can still be finished; afterwards its parts are removed.
 * @throws CallError 409
 */
export function requireUploadTime({ parts, created }: Asset, now: number): void {
  if (parts === 1 || now < created + otaLimits.uploadWindow) return;
  throw new CallError(
    409,
    'sandbox::uploadexpired',
    'A multipart upload has 24 hours, and its parts are removed. Create the asset again.',
  );
}

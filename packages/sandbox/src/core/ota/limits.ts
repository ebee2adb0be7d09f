import { limits } from '../limits.ts';

const hour = 3_600_000;
const second = 1000;

export const otaLimits = {
  /** Bytes of one file. The platform takes 4 TB (reference/platform-api.md, 2.10); a sandbox cannot. */
  assetBytes: 8_000_000,
  /** Bytes of all files of one project. */
  projectBytes: limits.bytes.project,
  /** Bytes of all files of all projects. */
  totalBytes: limits.bytes.total,
  /** Parts of one upload. */
  parts: 100,
  /** Milliseconds to finish a multipart upload; then its parts are removed (platform-api.md, 2.10). */
  uploadWindow: 24 * hour,
  /** Milliseconds that a download address lives. The platform's is not known. */
  downloadLife: hour,
  /** Milliseconds that an asset is `queued`, and then `merging`: long enough to be seen. */
  queueing: second,
  merging: second,
} as const;

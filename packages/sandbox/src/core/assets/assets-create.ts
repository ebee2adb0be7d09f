import { CallError } from '../call-error.ts';
import type { Context, Handler, JsonObject } from '../context.ts';
import { checkText, storedJson } from '../nodes/check-text.ts';
import { signAddress } from '../ota/files.ts';
import { otaLimits } from '../ota/limits.ts';
import { requireFileKey } from '../ota/require-file-key.ts';
import { requireQuota } from '../require-quota.ts';

interface Request {
  readonly assetIdentifier: string;
  readonly assetVersion: string;
  readonly assetDesc?: string;
  readonly assetSigned: boolean;
  readonly assetSignature?: string;
  readonly assetMeta?: JsonObject;
  readonly assetChecksum?: string;
  readonly uploadParts?: number;
}

/** Fields that are kept as text. */
const texts = [
  'assetIdentifier',
  'assetVersion',
  'assetDesc',
  'assetSignature',
  'assetChecksum',
] as const;

/** One signed address for each part; they end with the time to finish the upload. */
function uploadUrls(context: Context, assetId: string, parts: number) {
  const key = requireFileKey(context);
  const { projectId, filesUrl, now } = context;
  const expires = now + otaLimits.uploadWindow;
  return Promise.all(
    Array.from({ length: parts }, async (_, index) => {
      const partNumber = index + 1;
      const target = { kind: 'upload', projectId, assetId, part: partNumber } as const;
      return { partNumber, url: await signAddress(key, filesUrl, target, expires) };
    }),
  );
}

/** `POST /assets/create`. Two assets may have the same identifier and version: nothing documented forbids it. */
export const assetsCreate: Handler = async (context, body) => {
  const request = body as unknown as Request;
  const { tx, projectId, now, ids } = context;
  const parts = request.uploadParts ?? 1;
  if (parts > otaLimits.parts) {
    throw new CallError(
      413,
      'sandbox::toomanyparts',
      `This sandbox takes an upload in ${otaLimits.parts} parts at most; "uploadParts" is ${parts}.`,
    );
  }
  for (const name of texts) checkText(name, request[name] ?? '');
  const meta = storedJson('assetMeta', request.assetMeta ?? {});
  await requireQuota(context, 'assets');
  const id = ids.uuid();
  await tx
    .insertInto('assets')
    .values({
      project_id: projectId,
      id,
      status: 'uploadpending',
      parts,
      identifier: request.assetIdentifier,
      version: request.assetVersion,
      description: request.assetDesc ?? '',
      meta,
      is_signed: request.assetSigned ? 1 : 0,
      signature: request.assetSignature ?? '',
      checksum: request.assetChecksum ?? '',
      size: 0,
      etags: '{}',
      created: now,
      completed: null,
      joining: null,
    })
    .execute();
  return { assetId: id, uploadUrls: await uploadUrls(context, id, parts) };
};

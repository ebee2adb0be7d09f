import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../core/limits.ts';
import type { FileTarget } from '../core/ota/files.ts';
import { otaLimits } from '../core/ota/limits.ts';
import { storePart } from '../core/ota/store-part.ts';
import { inTransaction } from '../core/transaction.ts';
import { signedTarget, type FileDeps } from './signed-target.ts';
import { bytesOf } from './json-body.ts';
import type { ClientKey } from './projects.ts';
import { TransferSlots } from './transfer-slots.ts';

interface Upload {
  readonly target: Extract<FileTarget, { kind: 'upload' }>;
  /** Running once the body has arrived. */
  storing?: Promise<string>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What a `PUT` of a file is for, once its address has been found right. */
    sandboxUpload: Upload | undefined;
  }
}

/**
 * Adds `PUT` of one part to a signed address, which needs no other credential. A body is read only of who has such an address
 * and a slot.
 */
export function addUploads(
  app: FastifyInstance,
  deps: FileDeps,
  mountPath: string,
  clientKey: ClientKey,
): void {
  const { db, clock } = deps;
  const slots = new TransferSlots('upload', limits.uploads);

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const upload: Upload = { target: await signedTarget(deps, request, mountPath, 'upload') };
    const giveBack = slots.take(clientKey(request));
    request.sandboxUpload = upload;
    // The bytes are held until they are stored, also when the client has gone before.
    finished(reply.raw, () => void Promise.allSettled([upload.storing]).then(giveBack));
  }

  app.decorateRequest('sandboxUpload', undefined);
  const options = { bodyLimit: otaLimits.assetBytes, onRequest: admit };
  app.put('/files/*', options, async (request, reply) => {
    const { sandboxUpload: upload } = request;
    if (!upload) throw new Error('an upload is admitted before its body is read');
    // The framework has gathered them in memory of their own.
    const bytes = bytesOf(request) as Uint8Array<ArrayBuffer>;
    upload.storing = inTransaction(db, (tx) =>
      storePart({ tx, now: clock.now() }, upload.target, bytes),
    );
    return reply
      .code(200)
      .header('etag', `"${await upload.storing}"`)
      .send();
  });
}

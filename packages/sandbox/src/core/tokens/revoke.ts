import { CallError } from '../call-error.ts';
import type { Handler } from '../context.ts';
import { isStorable } from '../data/storable-text.ts';

/**
 * Ends an access token at once.
 * @throws CallError `fa::tokennofound` when the project has no such token
 */
export const revokeToken: Handler = async ({ tx, projectId }, body) => {
  const tokenId = body.tokenId as string;
  if (isStorable(tokenId)) {
    const { numDeletedRows } = await tx
      .deleteFrom('access_tokens')
      .where('project_id', '=', projectId)
      .where('id', '=', tokenId)
      .executeTakeFirst();
    if (numDeletedRows > 0n) return {};
  }
  throw new CallError(
    404,
    'fa::tokennofound',
    'This project has no such access token: send the tokenId that "Create an access token" returned.',
  );
};

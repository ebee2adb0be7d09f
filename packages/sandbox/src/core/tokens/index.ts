import type { Handlers } from '../context.ts';
import { createToken } from './create.ts';
import { revokeToken } from './revoke.ts';

export const tokensHandlers: Handlers = {
  'platform/access-token-create': createToken,
  'platform/access-token-revoke': revokeToken,
};

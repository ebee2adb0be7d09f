import { rejections, type Scenario } from './scenario.ts';

const policy = { allow: ['data::getlatest'] };

/** Access tokens. */
export const tokenScenarios: readonly Scenario[] = [
  ...rejections('platform/access-token-create', {
    '400 fa::invalidexpiry': () => ({ ttlSec: 0, policy }),
  }),
  ...rejections('platform/access-token-revoke', {
    '404 fa::tokennofound': () => ({ tokenId: 'A'.repeat(24) }),
  }),
];

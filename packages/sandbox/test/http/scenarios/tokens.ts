import { refusals, type Scenario } from './scenario.ts';

const policy = { allow: ['data::getlatest'] };

/** Access tokens. */
export const tokenScenarios: readonly Scenario[] = [
  ...refusals('platform/access-token-create', {
    '400 fa::invalidexpiry': () => ({ ttlSec: 0, policy }),
  }),
  ...refusals('platform/access-token-revoke', {
    '404 fa::tokennofound': () => ({ tokenId: 'A'.repeat(24) }),
  }),
];

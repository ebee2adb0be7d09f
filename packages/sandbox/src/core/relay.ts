import type { Handler, Handlers } from './context.ts';

const second = 1000;

/** Lifetime in the credentials of a relay, in seconds. The platform's is unconfirmed. */
const relayLife = 3600;

/** No host can have this name (RFC 6761, 6.4), so nobody mistakes the relay for a real one. */
const endpoint = 'turn.sandbox.invalid:3478';

/**
 * Returns made-up credentials of a relay: the sandbox runs none. Nothing is stored, and any type is accepted, because only
 * `turn` is documented (specs/facts/platform-api.md, 6).
 */
const createRelay: Handler<'platform/relay-create'> = ({ ids, now }) =>
  Promise.resolve({
    relayData: {
      endpoint,
      username: `sandbox-${ids.alphanumeric(12)}`,
      credential: `MADE-UP-${ids.alphanumeric(32)}`,
    },
    relayExpiry: Math.floor(now / second) + relayLife,
  });

export const relayHandlers = {
  'platform/relay-create': createRelay,
} satisfies Partial<Handlers>;

import { CallError } from '../call-error.ts';
import type { Policy } from '../caller.ts';
import { limits } from '../limits.ts';
import { constantTimeEqual } from '../constant-time-equal.ts';
import type { SignedRequest } from './credential.ts';
import { unknownCredential, type AuthDeps, type Identified } from './identity.ts';
import { signatureOf, signatureVersion } from './signature.ts';

const second = 1000;

function denied(message: string): CallError {
  return new CallError(401, 'auth::accessdenied', message);
}

/** Unix time in seconds. */
function timeOf({ timestamp, version }: SignedRequest, now: number): number {
  if (version !== signatureVersion) {
    throw denied(`The signature version must be "${signatureVersion}".`);
  }
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw denied('The timestamp of the signature must be Unix time in seconds, in digits.');
  }
  const time = Number(timestamp);
  if (Math.abs(time * second - now) <= limits.signatureAge) return time;
  throw denied(
    'The timestamp of the signature lies more than 15 minutes from the time of the server. Send seconds, and sign again.',
  );
}

/**
 * The project and the policy of an access token, when it has signed the request. The same signature may come again within
 * its 15 minutes.
 * @throws CallError `auth::tokennotfound` for a token that is unknown, revoked or expired, `auth::accessdenied` for a
 * signature that does not fit
 */
export async function identifyAccessToken(
  { db, sha256, clock }: AuthDeps,
  signed: SignedRequest,
): Promise<Identified> {
  const now = clock.now();
  const token = await db
    .selectFrom('access_tokens')
    .innerJoin('projects', 'projects.id', 'access_tokens.project_id')
    .selectAll('access_tokens')
    .select(['projects.last_used', 'projects.uses'])
    .where('access_tokens.id', '=', signed.tokenId)
    .executeTakeFirst();
  if (!token || token.expires <= now) {
    throw unknownCredential('There is no such access token, or it has expired. Create a new one.');
  }
  const time = timeOf(signed, now);
  const expected = signatureOf(sha256, signed.body, time, token.secret);
  if (!constantTimeEqual(signed.signature, expected)) {
    throw denied(
      'The signature does not fit this body, timestamp and token. Sign exactly the bytes that you send.',
    );
  }
  const policy = JSON.parse(token.policy) as Policy;
  return {
    projectId: token.project_id,
    lastUsed: token.last_used,
    uses: token.uses,
    caller: { kind: 'token', tokenId: token.id, policy },
    hasDevice: false,
  };
}

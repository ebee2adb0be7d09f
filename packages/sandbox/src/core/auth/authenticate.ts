import type { SignatureHeaders } from '@anedya-docs/openapi-model';
import { bytesToHex } from '@noble/hashes/utils.js';
import { prepared } from '../../store/prepared.ts';
import type { Policy, Sha256, Principal } from '../context.ts';
import { denied, RequestError, unknownCredential } from '../errors.ts';
import { limits } from '../limits.ts';
import { constantTimeEqual, isStorable } from '../text.ts';
import { lastUseTime } from '../time.ts';
import { isNodeKey, keyHash } from './keys.ts';
import type { Deps } from '../deps.ts';

/** The authenticated client. */
export interface Identity {
  readonly projectId: string;
  readonly principal: Principal;
  /** For a device: whether it is bound to its node or preauthorized. */
  readonly hasDevice: boolean;
  /** For a preauthorized device: true until its first connection. */
  readonly isExpected?: boolean;
}

/** The authenticated client, and the stored use of its project. */
export interface Identified extends Identity {
  /** Last use of the project, in milliseconds since 1970. */
  readonly lastUsed: number;
  /** Number of minutes with requests; 0 while the project was only created and described. */
  readonly uses: number;
}

/** Dependencies of authentication. */
type AuthDeps = Pick<Deps, 'db' | 'clock' | 'sha256' | 'endIdle' | 'idleClock'>;

/** Credentials of a request. */
export type Credential =
  | { readonly kind: 'apiKey'; readonly key: string }
  | { readonly kind: 'signature'; readonly signed: SignedRequest }
  | {
      readonly kind: 'connectionKey';
      readonly key: string;
      readonly transport: 'http' | 'mqtt';
    };

/** Parts of a request that an access token signs, as received. */
interface SignedRequest {
  readonly tokenId: string;
  /** Unix time in seconds, as a decimal string. */
  readonly timestamp: string;
  readonly version: string;
  readonly signature: string;
  /** The exact bytes of the body. */
  readonly body: Uint8Array;
}

/** Anedya Signature v1 includes the name of its version. */
const signatureVersion = 'v1';

/**
 * Computes Anedya Signature v1 of a request (specs/facts/platform-api.md, 2.4 B): SHA-256 of the body's digest, the timestamp
 * as 8 bytes big-endian, the ASCII text `v1` and the secret.
 * @param body the exact bytes that were sent
 * @param timestamp Unix time in whole seconds
 * @returns 64 lower-case hexadecimal characters
 */
export function signatureOf(
  sha256: Sha256,
  body: Uint8Array,
  timestamp: number,
  secret: string,
): string {
  const digest = sha256(body);
  const tail = new TextEncoder().encode(signatureVersion + secret);
  const signed = new Uint8Array(digest.length + 8 + tail.length);
  signed.set(digest);
  new DataView(signed.buffer).setBigUint64(digest.length, BigInt(timestamp));
  signed.set(tail, digest.length + 8);
  return bytesToHex(sha256(signed));
}

const second = 1000;

function invalidSignature(message: string): RequestError {
  return new RequestError(401, 'auth::accessdenied', message);
}

/**
 * Reads the parts of a signed request.
 * @param read returns a header or parameter; an empty string if it is missing
 * @throws RequestError that names what is missing
 */
export function readSigned(
  read: (name: string) => string,
  { tokenId, timestamp, version, signature }: SignatureHeaders,
  body: Uint8Array,
): SignedRequest {
  const missing = [tokenId, timestamp, version, signature].filter((name) => read(name) === '');
  if (missing.length > 0) {
    const error = missing.includes(tokenId) ? unknownCredential : invalidSignature;
    throw error(`The signed request has no ${missing.join(' and no ')}.`);
  }
  return {
    tokenId: read(tokenId),
    timestamp: read(timestamp),
    version: read(version),
    signature: read(signature),
    body,
  };
}

/** Unix time in seconds. */
function timeOf({ timestamp, version }: SignedRequest, now: number): number {
  if (version !== signatureVersion) {
    throw invalidSignature(`The signature version must be "${signatureVersion}".`);
  }
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw invalidSignature(
      'The timestamp of the signature must be Unix time in seconds, in digits.',
    );
  }
  const time = Number(timestamp);
  if (Math.abs(time * second - now) <= limits.signatureAge) return time;
  throw invalidSignature(
    'The timestamp of the signature differs by more than 15 minutes from the server time. Use Unix seconds, and sign again.',
  );
}

/**
 * Returns the project and the policy of an access token that signed the request. A signature can be reused within its 15
 * minutes.
 * @throws RequestError `auth::tokennotfound` for a token that is unknown, revoked or expired, `auth::accessdenied` for a
 * signature that does not match
 */
async function identifyAccessToken(
  { db, sha256, clock }: AuthDeps,
  signed: SignedRequest,
): Promise<Identified> {
  const now = clock.now();
  const token = isStorable(signed.tokenId)
    ? await db
        .selectFrom('access_tokens')
        .innerJoin('projects', 'projects.id', 'access_tokens.project_id')
        .selectAll('access_tokens')
        .select(['projects.last_used', 'projects.uses'])
        .where('access_tokens.id', '=', signed.tokenId)
        .executeTakeFirst()
    : undefined;
  if (!token || token.expires <= now) {
    throw unknownCredential('The access token is unknown or has expired. Create a new one.');
  }
  const time = timeOf(signed, now);
  const expected = signatureOf(sha256, signed.body, time, token.secret);
  if (!constantTimeEqual(signed.signature, expected)) {
    throw invalidSignature(
      constantTimeEqual(signed.signature.toLowerCase(), expected)
        ? 'The signature is in upper case. Send it in lower case.'
        : 'The signature does not match the body, timestamp and token. Sign exactly the bytes that you send.',
    );
  }
  const policy = JSON.parse(token.policy) as Policy;
  return {
    projectId: token.project_id,
    lastUsed: token.last_used,
    uses: token.uses,
    principal: { kind: 'token', tokenId: token.id, policy },
    hasDevice: false,
  };
}

const nodesOf = prepared((db, { key }: { readonly key: string }) =>
  db
    .selectFrom('nodes')
    .innerJoin('projects', 'projects.id', 'nodes.project_id')
    .select(['nodes.id', 'project_id', 'device_id', 'is_bound', 'suspended', 'last_used', 'uses'])
    .where('connection_key', '=', key),
);

/** Returns the node of a connection key, if any. */
async function nodeOfKey({ db }: AuthDeps, key: string) {
  const [node] = isNodeKey(key) ? await nodesOf(db, { key }) : [];
  return node;
}

const projectsOf = prepared((db, of: { readonly hash: string }) =>
  db.selectFrom('projects').select(['id', 'last_used', 'uses']).where('api_key_hash', '=', of.hash),
);

/** Returns the project of an API key, if any. */
async function projectOfKey({ db, sha256 }: AuthDeps, key: string) {
  const [project] = await projectsOf(db, { hash: keyHash(sha256, key) });
  return project;
}

/**
 * Returns the project of an API key.
 * @throws RequestError `auth::tokennotfound`
 */
async function identifyApiKey(deps: AuthDeps, key: string): Promise<Identified> {
  const project = await projectOfKey(deps, key);
  if (!project) {
    throw unknownCredential(
      (await nodeOfKey(deps, key))
        ? 'This is the connection key of a node, for the Device API. For the Platform API, send the API key of the project.'
        : 'No project has this API key. A project expires after 24 hours without a request: create a new one.',
    );
  }
  const { id: projectId, last_used: lastUsed, uses } = project;
  return { projectId, lastUsed, uses, principal: { kind: 'apiKey' }, hasDevice: false };
}

/**
 * Returns the node of a connection key.
 * @throws RequestError if no node has the key, or the node is suspended
 */
export async function identifyConnectionKey(
  deps: AuthDeps,
  key: string,
  transport: 'http' | 'mqtt',
): Promise<Identified> {
  const node = await nodeOfKey(deps, key);
  if (!node) {
    throw unknownCredential(
      (await projectOfKey(deps, key))
        ? 'This is an API key, for the Platform API. A device sends the connection key of its node: see "Get a connection key".'
        : 'No node has this connection key. "Get a connection key" returns the key; send it without a prefix. A project expires after 24 hours without a request; a new project has other keys.',
    );
  }
  if (node.suspended === 1) {
    throw denied('The node of this connection key is suspended.');
  }
  return {
    projectId: node.project_id,
    lastUsed: node.last_used,
    uses: node.uses,
    principal: { kind: 'device', nodeId: node.id, transport },
    hasDevice: node.device_id !== null,
    isExpected: node.device_id !== null && node.is_bound === 0,
  };
}

/** Resolution of a project's last use, in milliseconds, so that most requests write nothing. */
const step = 60_000;

/**
 * Records that a project is in use, and that a preauthorized device has connected. Deletes a project that has been idle for
 * too long.
 * @param isUse false for a request that only describes the project
 * @throws RequestError `auth::tokennotfound` if the project has expired
 */
export async function recordUse(
  { db, clock, idleClock = clock, endIdle }: AuthDeps,
  { projectId, lastUsed, uses, principal, isExpected = false }: Identified,
  isUse = true,
): Promise<void> {
  const now = idleClock.now();
  const usedAt = lastUseTime({ clock, idleClock });
  if (now - lastUsed >= limits.idle && (await endIdle(projectId))) {
    throw unknownCredential(
      'The project has expired after 24 hours without a request. Create a new one.',
    );
  }
  const isFirst = isUse && uses === 0;
  if (isFirst || usedAt - lastUsed >= step) {
    await db
      .updateTable('projects')
      .set((eb) => ({ last_used: usedAt, uses: eb('uses', '+', isUse ? 1 : 0) }))
      .where('id', '=', projectId)
      .where((eb) => eb.or([eb('last_used', '<', usedAt), eb('uses', '=', 0)]))
      .execute();
  }
  if (principal.kind !== 'device' || !isExpected) return;
  await db
    .updateTable('nodes')
    .set({ is_bound: 1 })
    .where('project_id', '=', projectId)
    .where('id', '=', principal.nodeId)
    .where('is_bound', '=', 0)
    .execute();
}

function identify(deps: AuthDeps, credential: Credential): Promise<Identified> {
  switch (credential.kind) {
    case 'apiKey':
      return identifyApiKey(deps, credential.key);
    case 'signature':
      return identifyAccessToken(deps, credential.signed);
    case 'connectionKey':
      return identifyConnectionKey(deps, credential.key, credential.transport);
  }
}

/**
 * Authenticates a client and records that its project is in use.
 * @param isUse false for a request that only describes the project
 * @throws RequestError `auth::tokennotfound` for an unknown credential, `auth::accessdenied` for one that does not match the
 * request
 */
export async function authenticate(
  deps: AuthDeps,
  credential: Credential,
  isUse = true,
): Promise<Identity> {
  const identity = await identify(deps, credential);
  await recordUse(deps, identity, isUse);
  return identity;
}

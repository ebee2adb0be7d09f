import type { Deps } from '../../deps.ts';
import type { Caller } from '../context.ts';
import { CallError } from '../errors.ts';

/** The authenticated client. */
export interface Identity {
  readonly projectId: string;
  readonly caller: Caller;
  /** For a device: whether one is bound to its node or authorized ahead. */
  readonly hasDevice: boolean;
  /** For a device that was authorized ahead: true until its first connection. */
  readonly isExpected?: boolean;
}

/** The authenticated client, with the use of its project as the store has it. */
export interface Identified extends Identity {
  /** When the project was last used, in milliseconds since 1970. */
  readonly lastUsed: number;
  /** Minutes in which it was used; 0 while it was only created and described. */
  readonly uses: number;
}

/** Dependencies of authentication. */
export type AuthDeps = Pick<Deps, 'db' | 'clock' | 'sha256' | 'pause' | 'ended'>;

/** The error for a credential that is unknown, or no longer valid. */
export function unknownCredential(message: string): CallError {
  return new CallError(401, 'auth::tokennotfound', message);
}

/** The error for a project that has ended since its credential was checked. */
export function projectEnded(): CallError {
  return unknownCredential('The project has ended. Create a new one.');
}

/** What a request brings to show who makes it. */
export type Credential =
  | { readonly kind: 'apiKey'; readonly key: string }
  | { readonly kind: 'signature'; readonly signed: SignedRequest }
  | {
      readonly kind: 'connectionKey';
      readonly key: string;
      readonly transport: 'http' | 'mqtt';
    };

/** Parts of a request that an access token signs, as they came. */
export interface SignedRequest {
  readonly tokenId: string;
  /** Unix time in seconds, as a decimal string. */
  readonly timestamp: string;
  readonly version: string;
  readonly signature: string;
  /** Exactly the bytes of the body. */
  readonly body: Uint8Array;
}

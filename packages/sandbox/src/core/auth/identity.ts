import type { Principal } from '../context.ts';
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
export type AuthDeps = Pick<Deps, 'db' | 'clock' | 'sha256' | 'endIdle'>;

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
export interface SignedRequest {
  readonly tokenId: string;
  /** Unix time in seconds, as a decimal string. */
  readonly timestamp: string;
  readonly version: string;
  readonly signature: string;
  /** The exact bytes of the body. */
  readonly body: Uint8Array;
}

import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { CallError } from '../call-error.ts';
import type { Caller } from '../caller.ts';
import type { ReadContext } from '../context.ts';
import type { Ended } from '../run-call.ts';
import type { Sha256 } from './hash.ts';

/** Whom a credential belongs to. */
export interface Identity {
  readonly projectId: string;
  readonly caller: Caller;
  /** For a device: whether one is bound to its node or authorized ahead. */
  readonly hasDevice: boolean;
  /** For a device that was authorized ahead: true until its first connection. */
  readonly isExpected?: boolean;
}

/** Whom a credential belongs to, as the store has just told. */
export interface Identified extends Identity {
  /** When the project was last used, in milliseconds since 1970. */
  readonly lastUsed: number;
  /** Minutes in which it was used; 0 while it was only created and described. */
  readonly uses: number;
}

/** What checking a credential needs. */
export interface AuthSurroundings {
  readonly db: Kysely<Database>;
  readonly sha256: Sha256;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Lets other work run between two parts of the end of a project. */
  readonly pause: ReadContext['pause'];
  /** Told of a project that is found to have ended. */
  readonly ended?: Ended;
}

/** The refusal of a credential that the sandbox does not know, or knows no longer. */
export function unknownCredential(message: string): CallError {
  return new CallError(401, 'auth::tokennotfound', message);
}

/** The refusal of a project that has ended since its credential was checked. */
export function projectEnded(): CallError {
  return unknownCredential('The project has ended. Create a new one.');
}

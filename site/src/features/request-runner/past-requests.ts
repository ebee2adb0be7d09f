import type { RequestResult } from '@site/src/requests/result-text';
import { readStorage, writeStorage } from '../../storage';
import { requestResend, pendingResend } from './resend';

/** A request of the session, without credential and response. */
export interface PastRequest extends RequestResult {
  readonly id: string;
  readonly api: string;
  /** `operationId`. */
  readonly operation: string;
  readonly title: string;
  /** Route of the operation's page. */
  readonly page: string;
  /** Base URL of the server. */
  readonly server: string;
  /** Id of the security scheme; empty for no credential. */
  readonly scheme: string | undefined;
  /** Empty if it is too long to store. */
  readonly body: string;
  readonly isTooLong?: boolean;
  /** The body with variables for the secrets in it, if it has any (`bodyWithoutSecrets`). */
  readonly portableBody?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Maximum number of requests in the history. */
export const historyLength = 20;

/** Longer bodies are not stored, in characters: browsers allow about 5 MB per origin. */
const longestBody = 64_000;

const isList = (value: unknown): value is readonly PastRequest[] =>
  Array.isArray(value) &&
  value.every((entry: unknown) => {
    const { id, operation, page, body } = (entry ?? {}) as Record<string, unknown>;
    return [id, operation, page, body].every((part) => typeof part === 'string');
  });

const storageKey = 'docs-requests';

const store = (requests: readonly PastRequest[]) =>
  writeStorage('sessionStorage', storageKey, JSON.stringify(requests));

/** Requests of this tab, newest first. */
export function pastRequests(): readonly PastRequest[] {
  try {
    const value: unknown = JSON.parse(readStorage('sessionStorage', storageKey));
    return isList(value) ? value : [];
  } catch {
    return [];
  }
}

/** Adds a request and removes the oldest one above the limit. */
export function addToHistory(request: PastRequest): readonly PastRequest[] {
  const entry =
    request.body.length > longestBody
      ? { ...request, body: '', portableBody: undefined, isTooLong: true }
      : request;
  const list = [entry, ...pastRequests()].slice(0, historyLength);
  store(list);
  return list;
}

export function clearHistory(): void {
  store([]);
}

/** Makes the page of another operation resend its request. */
export function resendOnItsPage({ api, operation, id }: PastRequest): void {
  requestResend(`${api}/${operation}`, id);
}

/** The past request that another page wants this one to resend. @param operation API and operation id */
export function requestToResend(operation: string): PastRequest | undefined {
  const id = pendingResend(operation);
  return id === undefined ? undefined : pastRequests().find((past) => past.id === id);
}

import { requestResend, pendingResend } from './resend';
import { SessionValue } from './session-value';

/** One call of the session, without its credential and its response. */
export interface PastCall {
  readonly id: string;
  readonly api: string;
  /** `operationId`. */
  readonly call: string;
  readonly title: string;
  /** Route of the call's page. */
  readonly page: string;
  /** Base URL of the server. */
  readonly server: string;
  /** Id of the security scheme; nothing when the call went without one. */
  readonly scheme: string | undefined;
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `200 OK`, or the title of a failure. */
  readonly result: string;
  readonly succeeded: boolean;
  readonly milliseconds: number | undefined;
}

/** Number of calls in the history. */
export const historyLength = 20;

/** Bodies above this many characters are not stored: the browser's limit is about 5 MB per origin. */
const longestBody = 64_000;

const isList = (value: unknown): value is readonly PastCall[] =>
  Array.isArray(value) &&
  value.every((entry: unknown) => {
    const { id, call, page, body } = (entry ?? {}) as Record<string, unknown>;
    return [id, call, page, body].every((part) => typeof part === 'string');
  });

const stored = new SessionValue<readonly PastCall[]>('docs-calls', isList, []);
/** Requests in this tab, the newest first. */
export function pastCalls(): readonly PastCall[] {
  return stored.read();
}

/** Adds a call; the oldest one is removed beyond the limit. */
export function addToHistory(call: PastCall): readonly PastCall[] {
  const entry = call.body.length > longestBody ? { ...call, body: '' } : call;
  const list = [entry, ...pastCalls()].slice(0, historyLength);
  stored.write(list);
  return list;
}

export function clearHistory(): void {
  stored.write([]);
}

/** Requests that the page of another call sends it again. */
export function resendOnItsPage({ call, id }: PastCall): void {
  requestResend(call, id);
}

/** The call that another page requested to be sent again here. */
export function callToResend(call: string): PastCall | undefined {
  const id = pendingResend(call);
  return id === undefined ? undefined : pastCalls().find((past) => past.id === id);
}

/**
 * A request from one page to another in this tab to send a past call again. Small, because every operation page reads it.
 */
const key = 'docs-call-again';
const separator = ' ';

/** Requests that the page of a call sends it again. */
export function requestResend(call: string, pastId: string): void {
  try {
    sessionStorage.setItem(key, call + separator + pastId);
  } catch {
    // Without storage the reader sends it by hand.
  }
}

/** Id of the past call that another page requested to be sent again. */
export function pendingResend(call: string): string | undefined {
  try {
    const [forCall, pastId] = (sessionStorage.getItem(key) ?? '').split(separator);
    return forCall === call ? pastId : undefined;
  } catch {
    return undefined;
  }
}

/** Clears the request: the call is being sent. */
export function clearResend(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Without storage there was no request.
  }
}

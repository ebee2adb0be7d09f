/**
 * Word that one page leaves for another in this tab: which past call is to be sent again. It names the call, so that no other
 * page takes it up. Small, because every call page looks for it.
 */
const key = 'docs-call-again';
const separator = ' ';

/** Leaves word for the page of a call. */
export function requestResend(call: string, pastId: string): void {
  try {
    sessionStorage.setItem(key, call + separator + pastId);
  } catch {
    // Without storage the reader sends it by hand.
  }
}

/** Id of the past call that another page asked this call's page to send again. */
export function pendingResend(call: string): string | undefined {
  try {
    const [forCall, pastId] = (sessionStorage.getItem(key) ?? '').split(separator);
    return forCall === call ? pastId : undefined;
  } catch {
    return undefined;
  }
}

/** Ends what `leaveWord` began: the call has been taken up. */
export function clearResend(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then there was no word either.
  }
}

/** Lets a page of this tab ask another page to resend a past request. Kept small, because all operation pages load it. */
import { readStorage, writeStorage } from '../../storage';

const key = 'docs-request-again';
const separator = ' ';

/** Asks the page of an operation to resend a request. @param operation API and operation id: `platform/node-create` */
export function requestResend(operation: string, pastId: string): void {
  writeStorage('sessionStorage', key, operation + separator + pastId);
}

/** Id of the past request that another page wants this one to resend. @param operation API and operation id */
export function pendingResend(operation: string): string | undefined {
  const [forOperation, pastId] = readStorage('sessionStorage', key).split(separator);
  return forOperation === operation ? pastId : undefined;
}

/** Clears the pending resend, which is starting. */
export function clearResend(): void {
  writeStorage('sessionStorage', key, '');
}

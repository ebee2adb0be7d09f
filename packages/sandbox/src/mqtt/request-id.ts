import { keptRequestId } from '../core/api/kept-request-id.ts';

/** reference/device-api.md, 3.3: characters above which the whole message is dropped. */
export const droppedAbove = 100;

export type RequestId =
  | { readonly kind: 'given'; readonly reqId: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'notText' };

/** Reads the request id of a message. An empty one comes back as it is: devices commonly send it. */
export function readRequestId(reqId: unknown): RequestId {
  if (reqId === undefined) return { kind: 'absent' };
  if (typeof reqId !== 'string') return { kind: 'notText' };
  if (Array.from(reqId).length > droppedAbove) return { kind: 'tooLong' };
  return { kind: 'given', reqId: keptRequestId(reqId) };
}

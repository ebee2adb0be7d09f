import type { Handler } from '../context.ts';

/**
 * Tells a device the time, in milliseconds (reference/device-api.md, http-time-sync). Request and response are handled within one millisecond
 * of the sandbox's clock, so it is received and sent at the same one.
 */
export const synchronizeTime: Handler = ({ now }, { deviceSendTime }) =>
  Promise.resolve({
    ...(deviceSendTime === undefined ? {} : { deviceSendTime }),
    serverReceiveTime: now,
    serverSendTime: now,
  });

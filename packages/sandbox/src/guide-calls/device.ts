import type { JsonObject } from '../core/context.ts';
import { fields, post } from './paths.ts';

const reqId = { type: 'string', maxLength: 100, description: 'Id that the answer repeats.' };

/** Calls of the Device API that guides teach and no page documents (reference/device-api.md, 8). */
export const devicePaths: JsonObject = {
  '/heartbeat': post({
    id: 'heartbeat',
    summary: 'Tell the platform that the device works.',
    request: fields({}, { reqId }),
    example: { reqId: 'req-0015' },
    answer: fields(
      {
        success: { type: 'boolean', description: 'Whether the call worked.' },
        error: { type: 'string', description: 'What went wrong.' },
        errorcode: { type: 'integer', description: '0 on success.' },
      },
      { reqId },
    ),
    answerExample: { reqId: 'req-0015', success: true, error: '', errorcode: 0 },
    more: {
      security: [{ connectionKey: [] }],
      'x-mqtt': { publish: 'heartbeat/json', answers: ['response', 'errors'] },
    },
  }),
};

import type { JsonObject } from '../core/context.ts';
import { fields, post } from './paths.ts';

const reqId = { type: 'string', maxLength: 100, description: 'Id that the response repeats.' };

const response = fields(
  {
    success: { type: 'boolean', description: 'Whether the call worked.' },
    error: { type: 'string', description: 'What went wrong.' },
    errorcode: { type: 'integer', description: '0 on success.' },
  },
  { reqId },
);

/** Calls of the Device API that guides teach and no page documents (reference/device-api.md, 8). */
export const devicePaths: JsonObject = {
  '/heartbeat': post({
    id: 'heartbeat',
    summary: 'Tell the platform that the device works.',
    request: fields({}, { reqId }),
    example: { reqId: 'req-0015' },
    response,
    responseExample: { reqId: 'req-0015', success: true, error: '', errorcode: 0 },
    more: {
      security: [{ connectionKey: [] }],
      'x-mqtt': { publish: 'heartbeat/json', answers: ['response', 'errors'] },
    },
  }),
  '/events/submit': post({
    id: 'events-submit',
    summary: 'Submit an event.',
    request: fields(
      {
        eventType: {
          type: 'string',
          minLength: 1,
          maxLength: 49,
          description: 'Kind of event.',
          examples: ['door-unlocked'],
        },
        timestamp: {
          type: 'integer',
          format: 'int64',
          'x-unit': 'milliseconds',
          'x-from-now': 0,
          'x-sandbox': { minimum: 0, maximum: 253_402_300_799_999 },
          description: 'When it happened, in Unix milliseconds. Past times are allowed.',
          examples: [1767225600000],
        },
        data: { type: 'object', description: 'Details, of up to 1000 characters as JSON.' },
      },
      { reqId },
    ),
    example: {
      reqId: 'req-0016',
      eventType: 'door-unlocked',
      timestamp: 1767225600000,
      data: { door: 'front' },
    },
    response,
    responseExample: { reqId: 'req-0016', success: true, error: '', errorcode: 0 },
    more: {
      security: [{ connectionKey: [] }],
      'x-mqtt': { publish: 'events/submit/json', answers: ['response', 'errors'] },
    },
  }),
};

import {
  sampleRequest,
  type SampleRequest,
  type SampleValue,
} from '../../../packages/code-samples/src/index.ts';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import {
  numberAsTyped,
  type ExactValue,
} from '../../../packages/openapi-model/src/typed-number.ts';
import type { Program } from '../toolchains/toolchain.ts';
import { exampleResponse, operationOf, operations, type SampleOperation } from './operations.ts';
import { hostileObject } from './hostile.ts';
import type { Reply } from './recorder.ts';

/** A sample to run, with the response of its server. */
export interface Case extends Program {
  readonly entry: SampleOperation;
  readonly body: SampleValue;
  /** Path on the server that only this program uses: `/go/operations/platform/node-create`. */
  readonly prefix: string;
  readonly reply: Reply;
}

/** Turns a request into source text. */
export type Render = (request: SampleRequest) => string;

/** Server of the programs. */
export interface Target {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** First segments of the path: language and purpose, `go/operations`. */
  readonly place: string;
}

/** A sample of one operation. @param body replaces the operation's example */
export function caseOf(
  render: Render,
  { origin, place }: Target,
  entry: SampleOperation,
  body: ExactValue = entry.operation.request.example,
  reply: Reply = { status: 200, body: exampleResponse(entry) },
): Case {
  const prefix = `/${place}/${entry.api}/${entry.operation.id}`;
  const request = sampleRequest(entry.operation, { baseUrl: `${origin}${prefix}/v1`, body });
  const id = prefix.slice(1).replaceAll(/\W/g, '_');
  return { id, source: render(request), entry, body: request.body, prefix, reply };
}

/** Together, these five have strings, nested objects, arrays and maps. */
export const hostileOperations: readonly SampleOperation[] = [
  operationOf('platform', 'node-create'),
  operationOf('platform', 'assets-create'),
  operationOf('device', 'submitdata'),
  operationOf('device', 'logs-submit-logs'),
  operationOf('device', 'valuestore-set-value'),
];

/** One sample for each operation of both documents, with the example of the operation. */
export function plainCases(render: Render, { origin, place }: Target): Case[] {
  return operations.map((entry) => caseOf(render, { origin, place: `${place}/operations` }, entry));
}

/** Five samples with only hostile strings; the response contains one, too. */
export function hostileCases(render: Render, { origin, place }: Target): Case[] {
  return hostileOperations.map((entry) => {
    const body = hostileObject(entry.operation.request.example);
    const response = { ...(exampleResponse(entry) as object), note: '😀 ü "x" \\ \u2028 %s' };
    const reply = { status: 200, body: response };
    return caseOf(render, { origin, place: `${place}/hostile` }, entry, body, reply);
  });
}

/** Numbers that JavaScript would print in another way. */
export const typedNumbers = ['1.0', '1.50', '1e3', '-0', '12345678901234567890', '1E-7', '1e400'];

/** A sample whose body has ids and times of the program, and numbers as the reader typed them, in the field `typed`. */
export function typedCase(render: Render, { origin, place }: Target): Case {
  const entry = operationOf('platform', 'data-get-data');
  const typed = typedNumbers.map((text) => numberAsTyped(text));
  const body = { ...(entry.operation.request.example as Record<string, JsonValue>), typed };
  return caseOf(render, { origin, place: `${place}/typed` }, entry, body);
}

/** Kinds of failures, each with a sample of the same operation. */
export interface FailureCases {
  /** The server returns 500. */
  readonly status: Case;
  /** The server returns 429 with `Retry-After: 5`. */
  readonly busy: Case;
  /** The same with a date (RFC 9110, 10.2.3). */
  readonly busyUntil: Case;
  /** The server returns 200 with `success: false`. */
  readonly unsuccessful: Case;
  /** Nothing listens on the port of the request. */
  readonly unreachable: Case;
  /** Run without its secret. */
  readonly secretless: Case;
}

/** The server's response when a request fails. */
export const failureText = 'rejected by the test ü';

/** @param closed origin on which nothing listens */
export function failureCases(
  render: Render,
  { origin, place }: Target,
  closed: string,
): FailureCases {
  const entry = operationOf('platform', 'node-create');
  const make = (purpose: string, status: number, at = origin, more: Partial<Reply> = {}) =>
    caseOf(render, { origin: at, place: `${place}/${purpose}` }, entry, undefined, {
      ...more,
      status,
      body: { success: false, error: failureText, errorcode: 9999 },
    });
  return {
    status: make('status', 500),
    busy: make('busy', 429, origin, { retryAfter: 5 }),
    busyUntil: make('busy-until', 429, origin, { retryAfter: 'Fri, 31 Dec 2100 23:59:59 GMT' }),
    unsuccessful: make('unsuccessful', 200),
    unreachable: make('unreachable', 200, closed),
    secretless: make('secretless', 200),
  };
}

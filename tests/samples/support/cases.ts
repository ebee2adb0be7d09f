import {
  sampleRequest,
  type SampleRequest,
  type SampleValue,
} from '../../../packages/code-samples/src/index.ts';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import type { Program } from '../toolchains/toolchain.ts';
import { exampleResponse, callOf, calls, type Call } from './calls.ts';
import { hostileObject } from './hostile.ts';
import type { Reply } from './recorder.ts';

/** A sample to run, and the response of the server it calls. */
export interface Case extends Program {
  readonly call: Call;
  readonly body: SampleValue;
  /** Path on the server that is this program's alone: `/go/calls/platform/node-create`. */
  readonly prefix: string;
  readonly reply: Reply;
}

/** Turns a request into source text. */
export type Render = (request: SampleRequest) => string;

/** Where a program sends its request. */
export interface Target {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** First parts of the path: language and purpose, `go/calls`. */
  readonly place: string;
}

/** A sample of one call. @param body replaces the call's example */
export function caseOf(
  render: Render,
  { origin, place }: Target,
  call: Call,
  body: JsonValue = call.operation.request.example,
  reply: Reply = { status: 200, body: exampleResponse(call) },
): Case {
  const prefix = `/${place}/${call.api}/${call.operation.id}`;
  const request = sampleRequest(call.operation, { baseUrl: `${origin}${prefix}/v1`, body });
  const id = prefix.slice(1).replaceAll(/\W/g, '_');
  return { id, source: render(request), call, body: request.body, prefix, reply };
}

/** Between them these five have strings, nested objects, arrays and maps. */
export const hostileCalls: readonly Call[] = [
  callOf('platform', 'node-create'),
  callOf('platform', 'assets-create'),
  callOf('device', 'submitdata'),
  callOf('device', 'logs-submit-logs'),
  callOf('device', 'valuestore-set-value'),
];

/** One sample for each call of both documents, with the call's own example. */
export function plainCases(render: Render, { origin, place }: Target): Case[] {
  return calls.map((call) => caseOf(render, { origin, place: `${place}/calls` }, call));
}

/** Five samples whose every string is hostile; so is a string of the response. */
export function hostileCases(render: Render, { origin, place }: Target): Case[] {
  return hostileCalls.map((call) => {
    const body = hostileObject(call.operation.request.example);
    const response = { ...(exampleResponse(call) as object), note: '😀 ü "x" \\ \u2028 %s' };
    const reply = { status: 200, body: response };
    return caseOf(render, { origin, place: `${place}/hostile` }, call, body, reply);
  });
}

/** Ways to fail, each with one sample of the same call. */
export interface FailureCases {
  /** The server returns 500. */
  readonly status: Case;
  /** The server returns 200 with `success: false`. */
  readonly unsuccessful: Case;
  /** Nothing listens where the request goes. */
  readonly unreachable: Case;
  /** Run without its secret. */
  readonly secretless: Case;
}

/** What the server says when a call fails. */
export const failureText = 'rejected by the test ü';

/** @param closed an origin at which nothing listens */
export function failureCases(
  render: Render,
  { origin, place }: Target,
  closed: string,
): FailureCases {
  const call = callOf('platform', 'node-create');
  const make = (purpose: string, status: number, at = origin) =>
    caseOf(render, { origin: at, place: `${place}/${purpose}` }, call, undefined, {
      status,
      body: { success: false, error: failureText, errorcode: 9999 },
    });
  return {
    status: make('status', 500),
    unsuccessful: make('unsuccessful', 200),
    unreachable: make('unreachable', 200, closed),
    secretless: make('secretless', 200),
  };
}

import type { JsonValue } from '@anedya-docs/openapi-model';
import type { FastifyRequest } from 'fastify';
import { readJson as readText } from '../core/api/read-json.ts';
import { CallError } from '../core/call-error.ts';

/** The bytes of a body, as they came: a signature covers them. */
export function bytesOf({ body }: FastifyRequest): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}

/** What a body holds: a value of JSON, or what is wrong with it. */
export type ReadBody = { readonly value: JsonValue } | { readonly error: CallError };

function malformed(status: number, message: string): ReadBody {
  return { error: new CallError(status, 'generic::malformedrequest', message) };
}

/** Reads a body of JSON. What is wrong is told later, after the credential has been checked. */
export function readJson(request: FastifyRequest): ReadBody {
  const bytes = bytesOf(request);
  const [type = ''] = (request.headers['content-type'] ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'application/json') {
    return malformed(415, 'The header Content-Type must be "application/json".');
  }
  if (bytes.length === 0) {
    return malformed(400, 'The body is empty: send a JSON object, {} when the call has no fields.');
  }
  const read = readText(bytes, 'body');
  return 'error' in read ? malformed(400, read.error) : read;
}

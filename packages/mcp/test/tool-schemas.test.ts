import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { integer, jsonObject } from '../src/arguments.ts';
import { PlatformClient } from '../src/platform.ts';
import { SandboxClient } from '../src/sandbox.ts';
import { connect } from './support/connect.ts';
import { isPortableName, portabilityViolations } from './support/portable-schema.ts';

// The documents are parsed.
vi.setConfig({ testTimeout: 120_000 });

it('has schemas of arguments that the models of all large providers accept', async () => {
  const send = () => Promise.reject(new Error('nothing is sent'));
  // Some tools have more arguments for an operator with keys of the platform.
  const settings = { region: undefined, apiKey: 'key', connectionKey: undefined };
  const platform = new PlatformClient(settings, send);
  const client = await connect(new SandboxClient(send, 'localhost'), platform);
  const { tools } = await client.listTools();
  for (const { name, inputSchema } of tools) {
    expect(isPortableName(name), name).toBe(true);
    expect(portabilityViolations(inputSchema), name).toEqual([]);
  }
});

it.each([
  { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } },
  { type: 'object', propertyNames: { type: 'string' } },
  { oneOf: [{ type: 'object' }] },
  { type: 'object', properties: { a: { type: ['string', 'null'] } } },
  { type: 'object', properties: { a: { type: 'string', const: 'x' } } },
  { type: 'object', properties: { a: { type: 'array' } } },
  { type: 'object', properties: { a: { type: 'integer', enum: [1] } } },
  { type: 'object', properties: { a: { type: 'string', properties: {} } } },
  { type: 'object', required: ['a'] },
])('finds what a provider rejects: %j', (schema) => {
  expect(portabilityViolations(schema)).not.toEqual([]);
});

const schema = z.object({ body: jsonObject('body', 'JSON', 20), limit: integer(1, 20) });

it('accepts objects and numbers as text', () => {
  const given = { body: '{"a":[1]}', limit: ' 7 ' };
  expect(schema.parse(given)).toEqual({ body: { a: [1] }, limit: 7 });
  expect(schema.parse({ body: { a: [1] }, limit: 7 })).toEqual({ body: { a: [1] }, limit: 7 });
});

it.each([
  ['{"a":', 'The body is not a JSON object. Send an object, or its JSON as text.'],
  ['[1]', 'The body is not a JSON object.'],
  [null, 'The body is not a JSON object.'],
  [{ a: 'x'.repeat(20) }, 'The body has more than 20 characters of JSON.'],
  [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'The body '],
])('says once what is wrong with a body', (body, message) => {
  const { error } = schema.safeParse({ body, limit: 1 });
  expect(error?.issues.map((issue) => issue.message)).toEqual([expect.stringContaining(message)]);
});

it.each(['', 'ten', '1.5', '99', true, null])('rejects %j as a number', (limit) => {
  expect(schema.safeParse({ body: {}, limit }).success).toBe(false);
});

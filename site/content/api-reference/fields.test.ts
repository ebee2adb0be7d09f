import type { Field, Schema } from '@anedya-docs/openapi-model';
import { expect, it } from 'vitest';
import { facts } from './fields';

const field = (schema: Schema): Field => ({
  ...{ name: 'a', path: 'a', type: 'string', required: false, children: [], variants: [] },
  schema,
});

it('names the sources of a field if they differ from those of its operation', () => {
  expect(facts(field({ type: 'string', 'x-evidence': ['docs', 'js-sdk'] }))).toBe(
    'Confirmed by: published docs, JavaScript SDK.',
  );
});

it('separates limits of the sandbox from those of the platform', () => {
  const text = { type: 'string', maxLength: 50, 'x-sandbox': { minLength: 1, maxBytes: 1000 } };
  expect(facts(field(text))).toBe(
    'Allowed: at most 50 characters. In the sandbox: at most 1,000 bytes; at least 1 character.',
  );
  expect(facts(field({ type: 'integer', 'x-sandbox': { minimum: 0 } }))).toBe(
    'In the sandbox: at least 0.',
  );
});

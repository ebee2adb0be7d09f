import { describe, expect, it } from 'vitest';
import { evidenceText, flattenFields, schemaFields } from '../src/index.ts';
import { readSpecification } from './support/document.ts';

describe('evidenceText', () => {
  it.each([
    [['docs', 'go-sdk'], 'Confirmed by: published docs, Go SDK'],
    [['c-sdk', 'inferred'], 'Partly confirmed by: C SDK'],
    [['inferred'], 'Inferred'],
  ] as const)('of %j is %s', (evidence, text) => {
    expect(evidenceText(evidence)).toBe(text);
  });
});

describe.each(['platform', 'device'] as const)('the evidence of the %s document', async (name) => {
  const { allOperations: operations } = await readSpecification(name);

  it('is there for every operation, and inferred for the unconfirmed ones', () => {
    for (const { id, evidence, provisional } of operations) {
      expect(evidence.length, id).toBeGreaterThan(0);
      expect(evidence.includes('inferred'), id).toBe(provisional !== undefined);
    }
  });

  it('of a field differs from that of its operation, and is not inferred', () => {
    for (const { id, evidence, request, responses } of operations) {
      const fields = [request, ...responses].flatMap(({ schema }) =>
        flattenFields(schemaFields(schema)),
      );
      for (const { path, schema } of fields) {
        const own = schema['x-evidence'];
        if (own === undefined) continue;
        expect(own, `${id} ${path}`).not.toEqual(evidence);
        // An inferred field has `x-provisional` with the reason.
        expect(own, `${id} ${path}`).not.toContain('inferred');
      }
    }
  });
});

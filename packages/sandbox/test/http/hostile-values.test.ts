import { describe, expect, it } from 'vitest';
import { documentedOperations } from '../support/documented-operations.ts';
import { sendHostile } from '../support/hostile-bodies.ts';
import { useHttpSandbox } from '../support/use-http-sandbox.ts';

const operations = await documentedOperations();

/** Values that stores may treat differently: unlike those of `hostile-json.test.ts`, they can reach one. */
const hostile = [`"${'ü'.repeat(50_000)}"`, '"\\u0000\\ud800"', '1e999', '9007199254740993'];

describe('hostile values', () => {
  const harness = useHttpSandbox();

  it.each(operations)('do not break $id', async (entry) => {
    for (const each of hostile) {
      for (const { status, sent } of await sendHostile(entry, each, harness)) {
        expect(status, sent.slice(0, 200)).toBeLessThan(500);
      }
    }
  });
});

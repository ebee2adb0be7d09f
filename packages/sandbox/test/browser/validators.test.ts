import { build } from 'esbuild';
import fc from 'fast-check';
import path from 'node:path';
import { expect, it } from 'vitest';
import { sandboxValidatorsSource } from '@anedya-docs/openapi-model/form-validator';
import { mainViolation } from '@anedya-docs/openapi-model/violations';
import { bodySchemas, slimDocuments } from '../../src/browser/documents.ts';
import { type CompiledValidators, compiledBodies } from '../../src/browser/validators.ts';
import type { OperationId } from '../../src/core/context.ts';
import { nodePlatform } from '../../src/node-platform.ts';
import { apiDocuments } from '../support/api-documents.ts';
import { documentedBody } from '../support/documented-bodies.ts';
import { documentedOperations } from '../support/documented-operations.ts';
import { runs } from '../support/runs.ts';

/** The validators as the worker has them: bundled code of Ajv. */
async function compile(): Promise<CompiledValidators> {
  const contents = sandboxValidatorsSource(bodySchemas(slimDocuments(await apiDocuments())));
  const resolveDir = path.resolve(import.meta.dirname, '../../../openapi-model');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const base64 = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return (await import(`data:text/javascript;base64,${base64}`)) as CompiledValidators;
}

const operations = await documentedOperations();
const compiled = compiledBodies(await compile());

it.each(operations)('$id is checked as in Node.js', ({ id, operation: { request } }) => {
  const operation = id as OperationId;
  const inWorker = compiled(operation, request.schema);
  const inNode = nodePlatform.validators(operation, request.schema);
  const violation = (validate: typeof inNode, body: unknown) =>
    validate(body) ? undefined : mainViolation([...(validate.errors ?? [])]);
  const bodies = fc.oneof(documentedBody(request.schema, { own: {}, now: 0 }), fc.json());
  fc.assert(
    fc.property(bodies, fc.string(), fc.jsonValue(), (body, name, other) => {
      expect(violation(inWorker, body)).toEqual(violation(inNode, body));
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
      // One field of a valid body at a time is replaced.
      for (const field of [...Object.keys(body), name]) {
        const changed = { ...body, [field]: other };
        expect(violation(inWorker, changed)).toEqual(violation(inNode, changed));
      }
    }),
    { numRuns: runs(20) },
  );
});

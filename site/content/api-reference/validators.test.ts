import { brotliCompressSync } from 'node:zlib';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { formValidator } from '@anedya-docs/openapi-model/form-validator';
import { describe, expect, it } from 'vitest';
import { apiConfigs, readApi } from './documents';
import { validatorModule } from './operation-data';
import { loadValidator } from '../../src/requests/operation';

const apis = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));
const operations = apis.flatMap(({ config, document }) =>
  document.operations.map((operation) => [`${config.name}/${operation.id}`, operation] as const),
);

/** Maximum compressed size of a module in bytes. The whole request runner is 60 kB. */
const maxBytes = 2000;

describe.each(operations)('the validator of %s', (_id, operation) => {
  const { schema, examples } = operation.request;

  it('is a small module without imports and eval', async () => {
    const source = await validatorModule(operation);
    expect(source).not.toMatch(/\beval\b|\bFunction\(|__require|\bimport\b/);
    expect(brotliCompressSync(source).length).toBeLessThan(maxBytes);
  });

  it('returns the same errors as the compiled schema', async () => {
    const source = Buffer.from(await validatorModule(operation)).toString('base64');
    const validate = await loadValidator(`data:text/javascript;base64,${source}`);
    const here = formValidator(schema);
    for (const { value } of examples) expect(validate(value)).toEqual([]);
    const example = examples[0]?.value as Record<string, JsonValue>;
    const broken: JsonValue[] = [
      null,
      [],
      {},
      ...Object.keys(example).map((name) => ({ [name]: null })),
    ];
    for (const value of broken) {
      here(value);
      expect(validate(value)).toEqual(here.errors ?? []);
    }
  });
});

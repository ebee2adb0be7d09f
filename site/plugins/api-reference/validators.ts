import path from 'node:path';
import type { Operation, Schema } from '@anedya-docs/openapi-model';
import { formValidatorSource } from '@anedya-docs/openapi-model/form-validator';
import { build } from 'esbuild';

/** Folder of the package whose dependency the compiled code requires. */
const resolveDir = path.resolve(__dirname, '../../../packages/openapi-model');

async function compile(schema: Schema): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: formValidatorSource(schema), resolveDir },
    bundle: true,
    minify: true,
    format: 'esm',
    // The oldest browsers in `browserslist`.
    target: ['chrome107', 'firefox104', 'safari16'],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Source by schema: when one document changes, a watcher writes all files again. */
const compiled = new WeakMap<Schema, Promise<string>>();

/**
 * Returns the source of a module that validates request bodies of an operation. Its default export is an Ajv validation
 * function. It runs without `eval`, which the content security policy forbids.
 */
export function validatorModule({ request: { schema } }: Operation): Promise<string> {
  const source = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, source);
  return source;
}

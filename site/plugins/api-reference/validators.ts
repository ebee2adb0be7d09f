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
    // The oldest browsers of `browserslist`.
    target: ['chrome107', 'firefox104', 'safari16'],
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Source by schema: a watcher writes all files again when one document changes. */
const compiled = new WeakMap<Schema, Promise<string>>();

/**
 * Returns the source of the module that checks a request body of an operation; its default export is a validation function
 * of Ajv. It runs without `eval`, which the security policy forbids.
 */
export function validatorModule({ request: { schema } }: Operation): Promise<string> {
  const source = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, source);
  return source;
}

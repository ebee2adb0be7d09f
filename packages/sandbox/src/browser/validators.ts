import type { BodyValidator, BodyValidators } from '../core/api/operation-table.ts';

/** Returns the name of the validator of an operation in compiled code: `platform_node_create`. */
export const validatorName = (id: string): string => id.replaceAll(/\W/g, '_');

/** Validators that were compiled ahead of time, by name: the policy of a page forbids compiling them in the browser. */
export type CompiledValidators = Readonly<Record<string, BodyValidator | undefined>>;

/** Returns compiled validators by operation. */
export function compiledBodies(compiled: CompiledValidators): BodyValidators {
  return (id) => {
    const validator = compiled[validatorName(id)];
    if (!validator) throw new Error(`no validator for ${id}`);
    return validator;
  };
}

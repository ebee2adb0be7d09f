import { CallError } from '../call-error.ts';
import type { Handler } from '../context.ts';
import { isStorable } from '../data/storable-text.ts';
import { requireQuota } from '../require-quota.ts';
import { isUniqueViolation } from '../unique-violation.ts';
import { findVariables } from './find-variables.ts';

interface Body {
  readonly name: string;
  readonly variable: string;
  readonly type: string;
  readonly desc?: string;
  /** Seconds. */
  readonly ttl?: number;
}

function malformed(text: string): CallError {
  return new CallError(400, 'generic::malformedrequest', text);
}

/** What the schema does not say: no empty names, a life of 0 or more, texts that both stores can hold. */
function check({ name, variable, desc = '', ttl = 0 }: Body): void {
  if (name === '') throw new CallError(400, 'variable::namerequired', '"name" is empty.');
  if (variable === '') {
    throw new CallError(400, 'variable::variablerequired', '"variable" is empty.');
  }
  if (![name, variable, desc].every(isStorable)) {
    throw malformed(
      '"name", "variable" and "desc" take up to 1000 bytes of text without the character U+0000.',
    );
  }
  if (ttl < 0 || !Number.isSafeInteger(ttl * 1000)) {
    throw malformed('"ttl" is a number of seconds: 0, which keeps values for ever, or more.');
  }
}

function exists(variable: string): CallError {
  const text = `This project already has a variable "${variable}". Choose another identifier.`;
  return new CallError(409, 'sandbox::variableexists', text);
}

/**
 * Defines a variable.
 * @throws CallError `variable::namerequired`, `variable::variablerequired`, `generic::malformedrequest`,
 * `sandbox::variableexists`
 */
export const createVariable: Handler = async (context, body) => {
  const wanted = body as unknown as Body;
  check(wanted);
  const { name, variable, type, desc = '', ttl = 0 } = wanted;
  if ((await findVariables(context, [variable])).size > 0) throw exists(variable);
  await requireQuota(context, 'variables');
  const { tx, projectId, ids, now } = context;
  const id = ids.uuid();
  const row = { project_id: projectId, id, variable, name, type, description: desc, ttl };
  try {
    await tx
      .insertInto('variables')
      .values({ ...row, created: now })
      .execute();
  } catch (error) {
    // Another call has made it since.
    throw isUniqueViolation(error) ? exists(variable) : error;
  }
  return { variableId: id };
};

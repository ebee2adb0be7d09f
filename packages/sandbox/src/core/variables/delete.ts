import { CallError } from '../call-error.ts';
import type { Handler } from '../context.ts';
import { isStorable } from '../data/storable-text.ts';

/**
 * Deletes a variable and, through its key, the points of all nodes.
 * @throws CallError `variable::variablerequired`, `variable::notfound`
 */
export const deleteVariable: Handler = async ({ tx, projectId }, body) => {
  const variable = body.variable as string;
  if (variable === '') {
    throw new CallError(400, 'variable::variablerequired', '"variable" is empty.');
  }
  const deleted = isStorable(variable)
    ? await tx
        .deleteFrom('variables')
        .where('project_id', '=', projectId)
        .where('variable', '=', variable)
        .executeTakeFirst()
    : undefined;
  if (deleted && deleted.numDeletedRows > 0n) return {};
  throw new CallError(
    404,
    'variable::notfound',
    `This project has no variable "${variable}". Send the identifier in its exact case, not "variableId".`,
  );
};

import type { Selectable } from 'kysely';
import { prepared } from '../../store/prepared.ts';
import type { VariableTable } from '../../store/database.ts';
import { requireVariable } from '../access.ts';
import { CallError } from '../errors.ts';
import type { ReadContext } from '../context.ts';
import { chunks } from '../data/chunks.ts';
import { isStorable } from '../text.ts';

/** Columns that data operations need. */
export type Variable = Pick<Selectable<VariableTable>, 'variable' | 'type' | 'ttl'>;

/** Identifiers per query, below the limit of parameters in SQLite. */
const perQuery = 1000;

const variablesOf = prepared(
  (db, of: { readonly projectId: string; readonly identifiers: readonly string[] }) =>
    db
      .selectFrom('variables')
      .select(['variable', 'type', 'ttl'])
      .where('project_id', '=', of.projectId)
      .where('variable', 'in', of.identifiers),
);

/** Returns variables by identifier. Unknown identifiers are not included. */
export async function findVariables(
  { tx, projectId }: ReadContext,
  identifiers: Iterable<string>,
): Promise<Map<string, Variable>> {
  const found = new Map<string, Variable>();
  for (const part of chunks([...new Set(identifiers)].filter(isStorable), perQuery)) {
    const rows = await variablesOf(tx, { projectId, identifiers: part });
    for (const row of rows) found.set(row.variable, row);
  }
  return found;
}

/**
 * Returns the variable of a data request.
 * @throws CallError `data::variablenotfound`, or `auth::accessdenied` for a token without access to it
 */
export async function readableVariable(
  context: ReadContext,
  identifier: string,
): Promise<Variable> {
  requireVariable(context, identifier);
  const variable = (await findVariables(context, [identifier])).get(identifier);
  if (variable) return variable;
  throw new CallError(
    404,
    'data::variablenotfound',
    `This project has no variable "${identifier}". Send the identifier in its exact case, not the name.`,
  );
}

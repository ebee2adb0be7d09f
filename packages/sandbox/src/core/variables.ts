import type { Selectable } from 'kysely';
import { permitVariable } from './access.ts';
import type { Handler, Handlers, ReadContext, ReadHandler, RequestBodies } from './context.ts';
import { isUniqueViolation, malformed, RequestError } from './errors.ts';
import { chunks, readPage } from './page.ts';
import { excerpt, isStorable } from './text.ts';
import { requireQuota } from './transaction.ts';
import type { VariableTable } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';

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
 * @throws RequestError `data::variablenotfound`, or `auth::accessdenied` for a token without access to it
 */
export async function readableVariable(
  context: ReadContext,
  identifier: string,
): Promise<Variable> {
  permitVariable(context, identifier);
  const variable = (await findVariables(context, [identifier])).get(identifier);
  if (variable) return variable;
  throw new RequestError(
    404,
    'data::variablenotfound',
    `This project has no variable "${excerpt(identifier)}". Send the identifier in its exact case, not the name.`,
  );
}

/**
 * Checks what the schema does not: names are not empty, the retention is not negative, and both stores can store the texts.
 */
function check({
  name,
  variable,
  desc = '',
  ttl = 0,
}: RequestBodies['platform/variable-create']): void {
  if (name === '') throw new RequestError(400, 'variable::namerequired', '"name" is empty.');
  if (variable === '') {
    throw new RequestError(400, 'variable::variablerequired', '"variable" is empty.');
  }
  if (![name, variable, desc].every(isStorable)) {
    throw malformed(
      '"name", "variable" and "desc" can have up to 1000 bytes, without the character U+0000.',
    );
  }
  if (ttl < 0 || !Number.isSafeInteger(ttl * 1000)) {
    throw malformed('"ttl" is a number of seconds, 0 or greater; 0 keeps values indefinitely.');
  }
}

function exists(variable: string): RequestError {
  const text = `This project already has a variable "${excerpt(variable)}". Choose another identifier.`;
  return new RequestError(409, 'sandbox::variableexists', text);
}

/**
 * Creates a variable.
 * @throws RequestError `variable::namerequired`, `variable::variablerequired`, `generic::malformedrequest`,
 * `sandbox::variableexists`
 */
const createVariable: Handler<'platform/variable-create'> = async (context, body) => {
  const wanted = body;
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
    // A concurrent request has created it in the meantime.
    throw isUniqueViolation(error) ? exists(variable) : error;
  }
  return { variableId: id };
};

/**
 * Deletes a variable and, by cascade, the points of all nodes.
 * @throws RequestError `variable::variablerequired`, `variable::notfound`
 */
const deleteVariable: Handler<'platform/variables-delete'> = async ({ tx, projectId }, body) => {
  const variable = body.variable;
  if (variable === '') {
    throw new RequestError(400, 'variable::variablerequired', '"variable" is empty.');
  }
  const deleted = isStorable(variable)
    ? await tx
        .deleteFrom('variables')
        .where('project_id', '=', projectId)
        .where('variable', '=', variable)
        .executeTakeFirst()
    : undefined;
  if (deleted && deleted.numDeletedRows > 0n) return {};
  throw new RequestError(
    404,
    'variable::notfound',
    `This project has no variable "${excerpt(variable)}". Send the identifier in its exact case, not "variableId".`,
  );
};

/** Returns a page of the variables, in order of creation. */
const listVariables: ReadHandler<'platform/variables-list'> = async (
  { tx, projectId, pause },
  body,
) => {
  const { limit, offset } = readPage(body);
  const all = tx.selectFrom('variables').where('project_id', '=', projectId);
  const page = await all
    .selectAll()
    .orderBy('created')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  await pause(page.length);
  const { total } = await all
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return {
    currentCount: page.length,
    totalCount: Number(total),
    offset,
    nodeParams: page.map(({ id, name, variable, type, description, ttl }) => ({
      variableId: id,
      name,
      variable,
      type,
      desc: description,
      ttl,
    })),
  };
};

export const variablesHandlers = {
  'platform/variable-create': createVariable,
  'platform/variables-list': { largeRead: listVariables },
  'platform/variables-delete': deleteVariable,
} satisfies Partial<Handlers>;

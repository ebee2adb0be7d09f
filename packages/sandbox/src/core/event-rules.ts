import type { JsonValue } from '@anedya-docs/openapi-model';
import { isJsonObject } from '@anedya-docs/openapi-model/json-object';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../store/database.ts';
import type { JsonObject } from './context.ts';
import type { Deps } from './deps.ts';
import { malformed } from './errors.ts';
import { limits } from './limits.ts';
import {
  isTooOldForRules,
  matchPattern,
  type Pattern,
  PatternError,
  readPattern,
  storedPattern,
  type RuleEvent,
} from './rule-pattern.ts';
import { checkKey, excerpt, storedJson } from './text.ts';
import { inTransaction, lockProject, tooMany } from './transaction.ts';

/** A rule on events. Its action is a webhook that delivers to the receiver of the sandbox. */
interface Rule {
  readonly name: string;
  readonly pattern: Pattern;
  /** The pattern as JSON text. */
  readonly text: string;
}

/** @throws RequestError `generic::malformedrequest` for a rule that is not a name and a pattern */
function readRule(sent: JsonValue, index: number): Rule {
  const field = `rules[${index}]`;
  if (!isJsonObject(sent)) {
    throw malformed(`"${field}" must be an object with "name" and "pattern".`);
  }
  const { name, pattern, ...others } = sent;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const hint = 'A rule has "name" and "pattern"; its webhook always delivers inside the sandbox.';
    throw malformed(`"${field}.${excerpt(unknown)}" is not a field of a rule. ${hint}`);
  }
  if (typeof name !== 'string' || name === '') {
    throw malformed(`"${field}.name" must be a string that is not empty.`);
  }
  checkKey(`${field}.name`, name);
  try {
    const read = readPattern(pattern);
    return { name, pattern: read, text: storedJson(`${field}.pattern`, pattern as JsonObject) };
  } catch (error) {
    if (error instanceof PatternError) throw malformed(`"${field}.pattern": ${error.message}`);
    throw error;
  }
}

/** @throws RequestError 400 for a body that is not a list of rules with distinct names, 429 for too many rules */
function readRules(body: JsonValue): readonly Rule[] {
  const list = (body as { readonly rules?: JsonValue } | null)?.rules;
  if (!Array.isArray(list)) throw malformed('The body must be an object with the array "rules".');
  if (list.length > limits.project.rules) throw tooMany(limits.project.rules, 'rules on events');
  const rules = list.map(readRule);
  const names = new Set<string>();
  for (const { name } of rules) {
    if (names.has(name)) throw malformed(`Two rules have the name "${excerpt(name)}".`);
    names.add(name);
  }
  return rules;
}

/** Replaces all rules of a project; an empty list deletes them. */
export async function replaceRules(
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  body: JsonValue,
): Promise<void> {
  const rules = readRules(body);
  await inTransaction(db, async (tx) => {
    // Orders this change and events that are submitted at the same time.
    await lockProject(tx, projectId);
    await tx.deleteFrom('event_rules').where('project_id', '=', projectId).execute();
    if (rules.length === 0) return;
    await tx
      .insertInto('event_rules')
      .values(
        rules.map(({ name, text }, position) => ({
          project_id: projectId,
          name,
          position,
          pattern: text,
        })),
      )
      .execute();
  });
}

function storedRules(db: Kysely<Database>, projectId: string) {
  return db
    .selectFrom('event_rules')
    .select(['name', 'pattern'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute();
}

/** Returns the rules of a project, in the order in which they were sent. */
export async function listRules(
  { db }: Pick<Deps, 'db'>,
  projectId: string,
): Promise<JsonObject[]> {
  const rules = await storedRules(db, projectId);
  return rules.map(({ name, pattern }) => ({ name, pattern: JSON.parse(pattern) as JsonObject }));
}

/**
 * Returns the names of the rules that match an event. None match an event that was too old on arrival.
 * @param received milliseconds since 1970
 */
export async function matchingRules(
  tx: Transaction<Database>,
  projectId: string,
  event: RuleEvent,
  received: number,
): Promise<string[]> {
  if (isTooOldForRules(event, received)) return [];
  const rules = await storedRules(tx, projectId);
  return rules
    .filter(({ pattern }) => matchPattern(storedPattern(pattern), event).isMatch)
    .map(({ name }) => name);
}

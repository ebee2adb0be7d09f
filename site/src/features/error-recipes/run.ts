import type { Examples, JsonValue, Schema } from '@anedya-docs/openapi-model';
import { isJsonObject, type JsonObject } from '@anedya-docs/openapi-model/json-object';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import type { Patch, Preparation, Recipe, RecipeRequest } from '../../contracts/error-recipes.ts';

/** A request of a recipe, and its response. */
export interface Exchange<Operation, Outcome> extends Response<Outcome> {
  /** `failure` gets the code of the recipe, `fix` is the corrected request. */
  readonly role: 'preparation' | 'failure' | 'fix';
  readonly operation: Operation;
  /** Changes of the example of the operation. */
  readonly patch: Patch;
  readonly credential: RecipeRequest['credential'];
  readonly body: JsonValue;
}

interface Response<Outcome> {
  readonly outcome: Outcome;
  /** Body of the response; undefined without a JSON response. */
  readonly json: JsonValue | undefined;
}

interface WithExample {
  readonly request: { readonly schema: Schema; readonly example: JsonValue };
}

/** What the requests of a recipe need. */
export interface RecipeDeps<Operation extends WithExample, Outcome> {
  /** Returns the current values of the project. */
  readonly examples: () => Promise<Examples>;
  readonly operation: (id: string) => Promise<Operation>;
  readonly send: (
    operation: Operation,
    body: string,
    credential: RecipeRequest['credential'],
  ) => Promise<Response<Outcome>>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

type Values = Readonly<Record<string, JsonValue | undefined>>;

/** The project lacks what a recipe needs, such as a node that the reader has deleted. */
export class MissingValueError extends Error {
  override readonly name = 'MissingValueError';
}

/** Replaces texts such as `{device id}`. @throws MissingValueError */
function fill(value: JsonValue, values: Values): JsonValue {
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, fill(part, values)]),
    );
  }
  const name = typeof value === 'string' ? /^\{(.+)\}$/.exec(value)?.[1] : undefined;
  if (name === undefined) return value;
  const found = values[name];
  if (found === undefined) {
    throw new MissingValueError(`Your project has no ${name}. Reset the project and try again.`);
  }
  return found;
}

/** Applies a JSON merge patch (RFC 7386). */
function merge(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const fields: JsonObject = isJsonObject(target) ? target : {};
  const kept = Object.entries(fields).filter(([name]) => !Object.hasOwn(patch, name));
  const changed = Object.entries(patch)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => [name, merge(fields[name], part)] as const);
  return Object.fromEntries([...kept, ...changed]);
}

/** Whether a request succeeded, so that the recipe can continue. */
export function isSuccess({ json }: Pick<Response<unknown>, 'json'>): boolean {
  return isJsonObject(json) && json.success === true;
}

/**
 * Sends the requests of a recipe: the preparations, the one that fails, and the corrected one. Stops after a preparation that
 * fails.
 */
export async function* reproduce<Operation extends WithExample, Outcome>(
  recipe: Recipe,
  deps: RecipeDeps<Operation, Outcome>,
): AsyncGenerator<Exchange<Operation, Outcome>> {
  type Done = Exchange<Operation, Outcome>;
  const kept: Record<string, JsonValue | undefined> = {};

  async function exchange(role: Done['role'], request: RecipeRequest): Promise<Done> {
    const { credential } = request;
    const operation = await deps.operation(request.operation);
    const { schema, example } = operation.request;
    const examples = await deps.examples();
    const patch = fill({ ...request.patch }, { ...examples, ...kept }) as Patch;
    const body = merge(bodyWithValues(schema, example, examples, deps.now()), patch);
    const sent = await deps.send(operation, JSON.stringify(body, null, 2), credential);
    return { role, operation, patch, credential, body, ...sent };
  }

  function keep({ keep: names = {} }: Preparation, { body, json }: Done): void {
    const fields: JsonObject = { ...(isJsonObject(body) && body), ...(isJsonObject(json) && json) };
    for (const [name, field] of Object.entries(names)) kept[name] = fields[field];
  }

  const { prepare = [], operation, fix } = recipe;
  for (const preparation of prepare) {
    const done = await exchange('preparation', preparation);
    yield done;
    if (!isSuccess(done)) return;
    keep(preparation, done);
  }
  yield await exchange('failure', recipe);
  yield await exchange('fix', { operation, ...(fix && { patch: fix }) });
}

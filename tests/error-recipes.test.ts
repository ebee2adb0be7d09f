import { codeAnchor, type JsonValue, type Operation, valueKinds } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { apiDocuments } from '../packages/sandbox/test/support/api-documents.ts';
import {
  bearer,
  deviceKey,
  type HttpSandbox,
  type Project,
  type Reply,
} from '../packages/sandbox/test/support/http-sandbox.ts';
import { useHttpSandbox } from '../packages/sandbox/test/support/use-http-sandbox.ts';
import { type Recipe, type RecipeRequest, recipes } from '../site/src/contracts/error-recipes.ts';
import { recipeFor } from '../site/src/contracts/operation-recipes.ts';
import {
  type Exchange,
  isSuccess,
  type RecipeDeps,
  reproduce,
} from '../site/src/features/error-recipes/run.ts';

const reproducible = Object.entries(recipes).filter(
  (entry): entry is [string, Recipe] => !('reason' in entry[1]),
);

type Api = 'platform' | 'device';

interface ApiOperation extends Operation {
  readonly api: Api;
}

async function operationOf(name: string): Promise<ApiOperation> {
  const api: Api = name.startsWith('platform/') ? 'platform' : 'device';
  const { allOperations } = (await apiDocuments())[api];
  const found = allOperations.find(({ id }) => name === `${api}/${id}`);
  if (!found) throw new Error(`no operation ${name}`);
  return { ...found, api };
}

type Deps = RecipeDeps<ApiOperation, Reply>;

/** Sends the requests of a recipe over HTTP. */
function requestsTo(http: HttpSandbox, { apiKey, nodes: [node] }: Project): Deps {
  const examples = async () => {
    const current = await http.send('/projects/current', {
      method: 'GET',
      headers: bearer(apiKey),
    });
    return (current.body as unknown as Project).examples;
  };
  const headersOf: (
    api: Api,
    body: string,
    credential: RecipeRequest['credential'],
  ) => Promise<Record<string, string>> = async (api, body, credential) => {
    if (credential === 'unknown API key') return bearer('unknown-api-key');
    if (api === 'device') return deviceKey(node.connectionKey);
    if (credential === undefined) return bearer(apiKey);
    const { 'token id': tokenId = '', 'token secret': token = '' } = await examples();
    return http.signed({ tokenId, token }, body);
  };
  return {
    examples,
    operation: operationOf,
    now: () => http.now,
    send: async ({ api, path }, body, credential) => {
      const headers = await headersOf(api, body, credential);
      const outcome = await http.send(`/${api}/v1${path}`, {
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });
      return { outcome, json: outcome.body };
    },
  };
}

async function allOf<T>(exchanges: AsyncGenerator<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const exchange of exchanges) all.push(exchange);
  return all;
}

/** The code of an error response, as the documents name it. */
function codeOf({ operation, outcome }: Exchange<ApiOperation, Reply>): JsonValue | undefined {
  const { errorcode, reasonCode } = outcome.body;
  return operation.api === 'device' ? JSON.stringify(errorcode) : reasonCode;
}

describe('a recipe', () => {
  const harness = useHttpSandbox();

  it('or a reason exists for each code of the error catalog, and for no other', async () => {
    const documents = await apiDocuments();
    const codes = Object.values(documents).flatMap(({ reasonCodes, errorCodes }) => [
      ...reasonCodes,
      ...errorCodes,
    ]);
    expect(codes.map(({ code }) => code).sort()).toEqual(Object.keys(recipes).sort());
    expect(reproducible.length).toBeGreaterThan(40);
  });

  it.each(reproducible)(
    'gets %s, twice in one project, and then succeeds',
    async (code, recipe) => {
      const { http, project } = harness;
      for (let run = 0; run < 2; run += 1) {
        const exchanges = await allOf(reproduce(recipe, requestsTo(http, project)));
        const [failure, fix] = exchanges.slice(-2);
        if (!failure || !fix) throw new Error('the recipe has ended early');
        expect(exchanges.slice(0, -2).map(isSuccess)).toEqual(
          (recipe.prepare ?? []).map(() => true),
        );
        expect(failure.role).toBe('failure');
        expect(codeOf(failure)).toBe(code);
        const { api, reasonCodes, errorCodes } = failure.operation;
        expect([...reasonCodes, ...errorCodes].map((known) => known.code)).toContain(code);
        expect([fix.role, fix.json]).toMatchObject(['fix', { success: true }]);
        const { errorCatalog } = (await apiDocuments())[api];
        expect(failure.outcome.headers).toMatchObject({
          link: `<https://docs.example${errorCatalog}#${codeAnchor(code)}>; rel="help"`,
          'access-control-expose-headers': expect.stringMatching(/\blink\b/) as string,
        });
        expect(fix.outcome.headers).not.toHaveProperty('link');
      }
    },
  );

  it('sends the operation of each page that lists the code, twice in one project', async () => {
    const { http } = harness;
    const elsewhere: string[] = [];
    const wrong: string[] = [];
    const documents = await apiDocuments();
    for (const api of ['platform', 'device'] as const) {
      for (const { id, reasonCodes, errorCodes } of documents[api].allOperations) {
        const project = await http.createProject();
        for (const { code } of [...reasonCodes, ...errorCodes]) {
          const page = `${api}/${id}`;
          const recipe = recipeFor(code, page);
          if (!recipe || 'reason' in recipe) continue;
          if (recipe.operation !== page) {
            elsewhere.push(`${code} on ${page}`);
            continue;
          }
          for (let run = 0; run < 2; run += 1) {
            const exchanges = await allOf(reproduce(recipe, requestsTo(http, project)));
            const [failure, fix] = exchanges.slice(-2);
            const isRight = failure?.role === 'failure' && codeOf(failure) === code;
            if (!isRight || !fix || !isSuccess(fix)) {
              wrong.push(`${code} on ${page}: ${JSON.stringify([failure?.json, fix?.json])}`);
            }
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    // The first has no such field, the next two have other codes for it, and the last two succeed once in a project.
    expect(elsewhere.sort()).toEqual(
      [
        'data::invalidorder on platform/variables-snapshot',
        'generic::malformedrequest on platform/node-child-remove',
        'generic::malformedrequest on platform/valuestore-create-value',
        ...['assets-retry', 'post-assets-complete-upload'].flatMap((id) => [
          `auth::accessdenied on platform/${id}`,
          `auth::tokennotfound on platform/${id}`,
          `generic::malformedrequest on platform/${id}`,
        ]),
      ].sort(),
    );
  }, 120_000);

  it('names only values that the project has or a preparation keeps', () => {
    for (const [, recipe] of reproducible) {
      const requests: RecipeRequest[] = [...(recipe.prepare ?? []), recipe];
      const text = JSON.stringify([requests.map(({ patch }) => patch), recipe.fix]);
      const named = [...text.matchAll(/"\{([^{}"]+)\}"/g)].map(([, name]) => name);
      const kept = (recipe.prepare ?? []).flatMap(({ keep = {} }) => Object.keys(keep));
      expect([...valueKinds, ...kept]).toEqual(expect.arrayContaining(named));
    }
  });
});

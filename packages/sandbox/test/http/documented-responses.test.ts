import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  documentedOperations,
  type DocumentedOperation,
} from '../support/documented-operations.ts';
import { HttpSandbox } from '../support/http-sandbox.ts';
import { openTimeout } from '../support/use-http-sandbox.ts';
import { keyOf, bodyOf, waysOf } from './scenarios/every-operation.ts';
import { scenarios } from './scenarios/index.ts';
import type { World } from './scenarios/scenario.ts';

const operations = await documentedOperations();

/** Documented responses that HTTP cannot produce, with the reason. `*` is any operation. */
const unreachable: Readonly<Record<string, string>> = {
  '* 429': 'the rate limit is in front of the sandbox (packages/server)',
  'platform/variables-snapshot data::invalidorder': 'the operation has no field for an order',
  'device/submitdata 4040': 'over HTTP the code is 4020; test/mqtt reaches 4040',
};

/** Statuses and codes that the document of an operation names. */
function documented({ id, operation }: DocumentedOperation): readonly string[] {
  const { responses, reasonCodes, errorCodes } = operation;
  const all = [
    ...responses.map(({ status }) => status),
    ...[...reasonCodes, ...errorCodes].map(({ code }) => code),
  ];
  return [...new Set(all)].map((what) => `${id} ${what}`);
}

const all = operations.flatMap(documented);
const isListed = (what: string) => what in unreachable || what.replace(/^\S+/, '*') in unreachable;

describe('documented responses', () => {
  let http: HttpSandbox;
  beforeAll(async () => {
    http = await HttpSandbox.open();
  }, openTimeout);
  afterAll(() => http.close());

  async function world(): Promise<World> {
    const project = await http.createProject();
    const platform: World['platform'] = (path, body) => http.platform(path, project.apiKey, body);
    const newNode = async () => {
      const { body } = await platform('/node/create', { node_name: 'a' });
      return body.nodeId as string;
    };
    return { http, project, platform, newNode };
  }

  const ways = operations.flatMap((entry) =>
    waysOf(entry).map(([name, send]) => ({ id: entry.id, name, entry, send })),
  );
  it.each(ways)('$id: $name', async ({ name, entry, send }) => {
    const { status } = await send(await world(), entry, operations);
    expect(String(status)).toBe(name.slice(0, 3));
  });

  it.each(scenarios)('$operation rejects with $response', async (scenario) => {
    const entry = operations.find(({ id }) => id === scenario.operation);
    if (!entry) throw new Error(`no document has the operation ${scenario.operation}`);
    const here = await world();
    const body = await scenario.body(here);
    const { status, body: response } = await http.send(entry.path, {
      headers: keyOf(here, entry),
      body,
    });
    const code = JSON.stringify(response.reasonCode ?? response.errorcode ?? response.errcode);
    expect(`${status} ${code.replaceAll('"', '')}`).toBe(scenario.response);
  });

  it('a failing store is reported as a server error, by every operation', async () => {
    const broken = await HttpSandbox.open();
    const project = await broken.createProject();
    await broken.sandbox.close();
    for (const entry of operations) {
      const here = { ...(await world()), http: broken, project };
      const { status } = await broken.send(entry.path, {
        headers: keyOf(here, entry),
        body: bodyOf(here, entry),
      });
      expect(status, entry.id).toBe(500);
    }
    for (const what of broken.contract.seen) http.contract.seen.add(what);
  });

  it('everything is reached that can be', () => {
    const missing = all.filter((what) => !http.contract.seen.has(what) && !isListed(what));
    expect(missing).toEqual([]);
  });

  it('what is listed as out of reach is documented, and is not reached', () => {
    for (const name of Object.keys(unreachable)) {
      const concerned = all.filter((what) => what === name || what.replace(/^\S+/, '*') === name);
      expect(concerned, name).not.toEqual([]);
      expect(concerned.filter((what) => http.contract.seen.has(what))).toEqual([]);
    }
  });
});

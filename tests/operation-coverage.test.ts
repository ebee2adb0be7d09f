import { expect, it } from 'vitest';
import { operationEntries } from '../packages/sandbox/src/core/api/operation-table.ts';
import { handlers } from '../packages/sandbox/src/sandbox.ts';
import { requestsByTopic } from '../packages/sandbox/src/mqtt/requests.ts';
import { nodePlatform } from '../packages/sandbox/src/node-platform.ts';
import { waysOf } from '../packages/sandbox/test/http/scenarios/every-operation.ts';
import { scenarios } from '../packages/sandbox/test/http/scenarios/index.ts';
import { documentedOperations } from '../packages/sandbox/test/support/documented-operations.ts';
import { documents } from './samples/support/operations.ts';

const served = new Set(
  (['platform', 'device'] as const)
    .flatMap((api) =>
      operationEntries(api, documents[api], nodePlatform.validators).map(({ id }) => id),
    )
    .filter((id) => Object.hasOwn(handlers, id)) as readonly string[],
);
const overMqtt = new Set(
  [...requestsByTopic(documents.device).values()].map(({ operationId }) => `device/${operationId}`),
);

const documented = (await documentedOperations()).filter(({ api, operation }) =>
  documents[api].operations.some(({ id }) => id === operation.id),
);

/** Requests of the contract tests over HTTP: the documented ones, and those that are rejected. */
const requestsOf = (entry: (typeof documented)[number]) =>
  waysOf(entry).length + scenarios.filter(({ operation }) => operation === entry.id).length;

it('the sandbox serves all 52 operations, 15 of them over MQTT, and the contract tests send requests of each', () => {
  expect(documented).toHaveLength(52);
  const uncovered = documented.filter((entry) => !served.has(entry.id) || requestsOf(entry) < 2);
  expect(uncovered).toEqual([]);
  expect(documented.filter(({ id }) => overMqtt.has(id))).toHaveLength(15);
});

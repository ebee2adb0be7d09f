import path from 'node:path';
import { expect, it } from 'vitest';
import { languages, mqttClients } from '../packages/code-samples/src/index.ts';
import { operationEntries } from '../packages/sandbox/src/core/api/operation-table.ts';
import { handlers } from '../packages/sandbox/src/sandbox.ts';
import { requestsByTopic } from '../packages/sandbox/src/mqtt/requests.ts';
import { nodePlatform } from '../packages/sandbox/src/node-platform.ts';
import { waysOf } from '../packages/sandbox/test/http/scenarios/every-operation.ts';
import { scenarios } from '../packages/sandbox/test/http/scenarios/index.ts';
import { transports, versions } from '../packages/sandbox/test/mqtt/support/device.ts';
import { documentedOperations } from '../packages/sandbox/test/support/documented-operations.ts';
import { documents } from './samples/support/operations.ts';
import { mqttToolchains, toolchains } from './samples/toolchains/index.ts';

/** Read by the index pages of the API reference. */
const file = path.resolve(
  import.meta.dirname,
  '../site/content/api-reference/coverage.generated.json',
);

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
const programs = languages.filter(({ id }) => id in toolchains).length;
const mqttPrograms = mqttClients.filter(({ id }) => id in mqttToolchains).length;

const documented = (await documentedOperations()).filter(({ api, operation }) =>
  documents[api].operations.some(({ id }) => id === operation.id),
);

const coverage = documented.map((entry) => {
  const { id } = entry;
  const mqtt = overMqtt.has(id);
  const rejections = scenarios.filter(({ operation }) => operation === id).length;
  const row = {
    http: served.has(id),
    mqtt,
    httpTests: waysOf(entry).length + rejections,
    mqttTests: mqtt ? versions.length * transports.length : 0,
    samples: programs + (mqtt ? mqttPrograms : 0),
  };
  return [id, row] as const;
});

it('covers all 52 operations', () => {
  expect(coverage).toHaveLength(52);
  expect(coverage.filter(([, { http, httpTests }]) => !http || httpTests < 2)).toEqual([]);
  expect(coverage.filter(([, { mqtt }]) => mqtt)).toHaveLength(15);
});

// To write the file again: npx vitest run tests/operation-coverage.test.ts --update
it('is in the file of the site', async () => {
  const json = `${JSON.stringify(Object.fromEntries(coverage), null, 2)}\n`;
  await expect(json).toMatchFileSnapshot(file);
});

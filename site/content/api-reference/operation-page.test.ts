import { languagesOf, mqttClients } from '@anedya-docs/code-samples';
import {
  evidenceSources,
  evidenceText,
  failureExample,
  flattenFields,
  schemaFields,
  type Operation,
} from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { operationPage } from './operation-page';
import { operationSamples } from './samples';
import { apis, operationOf, withoutProperty } from './test-support';

const cases = apis.flatMap((api) =>
  api.document.operations.map((operation) => [operation.id, api, operation] as const),
);

const idsOf = (page: string) => [...page.matchAll(/ id=\{"([^"]+)"\}/g)].map(([, id]) => id);

describe.each(cases)('the page of %s', (_id, { config, document }, operation) => {
  const page = operationPage(config, document, operation);

  it('lists every field of the request body and of each response', () => {
    const schemas = [operation.request.schema, ...operation.responses.map(({ schema }) => schema)];
    const paths = schemas.flatMap((schema) =>
      flattenFields(schemaFields(schema)).map(({ path }) => path),
    );
    expect(paths.filter((path) => !page.includes(` path={${JSON.stringify(path)}}`))).toEqual([]);
  });

  it('omits a field that the schema omits', () => {
    for (const { name } of schemaFields(operation.request.schema)) {
      const schema = withoutProperty(operation.request.schema, name);
      const changed = operationPage(config, document, {
        ...operation,
        request: { ...operation.request, schema },
      });
      expect(idsOf(changed)).not.toContain(`request-${name}`);
      expect(idsOf(page)).toContain(`request-${name}`);
    }
  });

  it('states what confirms the operation, and describes the sources', () => {
    expect(page).toContain(
      `<Evidence label={${JSON.stringify(evidenceText(operation.evidence))}} folded repeated>`,
    );
    for (const source of operation.evidence) {
      const { name, description } = evidenceSources[source];
      expect(page).toContain(`- **${name}**: ${description}`);
    }
    const isInferred = operation.evidence.includes('inferred');
    expect(page.includes(':::warning[Unconfirmed]\n\n' + (operation.provisional ?? ''))).toBe(
      isInferred,
    );
  });

  it('has a code sample in every language', () => {
    const { http, mqtt } = operationSamples(operation, document.mqtt);
    expect(http.map(({ id, label }) => [id, label])).toEqual(
      languagesOf(operation).map(({ id, label }) => [id, label]),
    );
    expect(mqtt).toHaveLength(operation.mqtt ? mqttClients.length : 0);
    expect(page).toContain('<Samples group="http" tabs={samples.http} />');
    expect(page.includes('<Samples group="mqtt" tabs={samples.mqtt} />')).toBe(mqtt.length > 0);
    expect(page.includes('A board cannot reach a sandbox at `localhost`')).toBe(mqtt.length > 0);
  });

  it('has the standard sections in order', () => {
    const headings = [...page.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading);
    const details = ['Request body', 'Authentication', 'Response', 'Errors'];
    expect(headings).toEqual([
      'Code samples',
      ...details,
      ...(operation.mqtt ? ['MQTT'] : []),
      ...(operation.id === 'http-time-sync' ? ['Set a clock'] : []),
      'Related',
    ]);
  });

  it('shows an error response with a code of the operation, and the same values for its fields', () => {
    const example = failureExample(operation);
    const codes = [...operation.reasonCodes, ...operation.errorCodes].map(({ code }) => code);
    if (codes.length > 0) expect(codes).toContain(example?.code);
    for (const [name, value] of Object.entries(example?.value ?? {})) {
      expect(page).toContain(`"${name}": ${JSON.stringify(value)}`);
      const start = page.indexOf(`id={"failure-${name}"}`);
      const field = page.slice(start, page.indexOf('</Field>', start));
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      if (text.length <= 60) expect(field).toContain(`Example: \`${text}\``);
    }
  });

  it('contains every code with its cause and fix', () => {
    for (const { code, cause, remedy } of [...operation.reasonCodes, ...operation.errorCodes]) {
      expect(page).toContain(` code={${JSON.stringify(code)}}`);
      expect(page).toContain(`**Why.** ${cause}`);
      expect(page).toContain(`**Fix.** ${remedy}`);
    }
  });
});

it('states the success of device responses in one sentence', () => {
  const documented = 'The request succeeded if `success` is `true`.';
  for (const [id, { config }, { responses }] of cases) {
    if (config.name !== 'device' || id === 'http-time-sync') continue;
    expect(responses[0]?.description).toContain(documented);
    for (const { description } of responses)
      expect(description.replace(documented, '')).not.toMatch(
        /`err(or)?code` is `0`|read `errorcode`/,
      );
  }
});

it.each([
  ['post-aggregates-variable-by-time', ['config']],
  ['valuestore-scan', ['data[].namespace']],
  ['deployments-list', []],
])('the response of %s starts with the objects of the request collapsed: %j', (id, echoed) => {
  const [api] = apis.filter(({ config }) => config.name === 'platform');
  if (!api) throw new Error('no platform API');
  const page = operationPage(api.config, api.document, operationOf(api, id));
  const collapsed = [...page.matchAll(/ label=\{"Fields of ([^"]+)"\} folded(?: repeated)?>/g)];
  expect(collapsed.map(([, path]) => path)).toEqual([...echoed, 'an error response']);
});

describe('operationPage', () => {
  const api = apis.find(({ config }) => config.name === 'device');
  if (!api) throw new Error('no device API');
  const { config, document } = api;
  const operation = operationOf(api, 'submitdata');
  const page = operationPage(config, document, operation);
  const response = operation.responses[0];
  if (!response) throw new Error('the operation has no response');

  it.each<[string, Partial<Operation>]>([
    ['title', { title: 'Another title' }],
    ['description', { description: 'Another description.' }],
    ['method', { method: 'PUT' }],
    ['urlTemplate', { urlTemplate: 'https://example.org/' }],
    ['security', { security: [] }],
    ['securityOptional', { securityOptional: true }],
    ['responses', { responses: [{ ...response, description: 'Another response.' }] }],
    ['errorCodes', { errorCodes: [] }],
    ['mqtt', { mqtt: undefined }],
    ['provisional', { provisional: 'Another reason.' }],
    ['keywords', { keywords: ['another word'] }],
    ['traps', { traps: ['Another trap.'] }],
    ['guide', { guide: '/another-guide/' }],
    ['related', { related: ['check'] }],
  ])('contains %s', (_part, change) => {
    expect(operationPage(config, document, { ...operation, ...change })).not.toBe(page);
  });

  it('updates its programs with the request', () => {
    const request = { ...operation.request, example: { data: [{ variable: 'only-here' }] } };
    const { http, mqtt } = operationSamples({ ...operation, request }, document.mqtt);
    for (const { html } of [...http, ...mqtt]) expect(html).toContain('only-here');
  });

  it('fails when two fields have the same anchor', () => {
    const properties = { 'a b': { type: 'string' }, 'a-b': { type: 'string' } };
    const request = { ...operation.request, schema: { type: 'object', properties } };
    expect(() => operationPage(config, document, { ...operation, request })).toThrow(
      'the page of "submitdata" has the anchor "request-a-b" twice',
    );
  });
});

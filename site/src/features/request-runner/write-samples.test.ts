import type { JsonValue } from '@anedya-docs/openapi-model';
import { bodyWithValues } from '@anedya-docs/openapi-model/values';
import { describe, expect, it } from 'vitest';
import { readApi } from '../../../content/api-reference/documents';
import { operationSamples } from '../../../content/api-reference/samples';
import { writeSamples } from './write-samples';
import { operationsOf } from '../../../test/support/operations';

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

const noChoice = { http: undefined, mqtt: undefined };

describe('programs generated in the browser', () => {
  it.each(['platform', 'device'] as const)(
    'are equal to those of the build for the same values: %s API',
    async (name) => {
      const { document } = await readApi(name);
      const operations = await operationsOf(name);
      for (const operation of document.operations) {
        const data = operations.find(({ id }) => id === operation.id);
        if (!data) throw new Error(operation.id);
        const server = operation.url.slice(0, -operation.path.length);
        const body = operation.request.example;
        const written = await writeSamples(data, { server, body, chosen: noChoice });
        const built = operationSamples(operation, document.mqtt);
        expect(written.http?.map(({ id, html }) => [id, plain(html)])).toEqual(
          built.http.map(({ id, html }) => [id, plain(html)]),
        );
        expect((written.mqtt ?? []).map(({ html }) => plain(html))).toEqual(
          built.mqtt.map(({ html }) => plain(html)),
        );
      }
    },
  );

  it('compute the timestamps that the form has computed, but not those that the reader changed', async () => {
    const now = Date.UTC(2026, 10, 23);
    const [operation] = (await operationsOf('platform')).filter(({ id }) => id === 'data-get-data');
    if (!operation) throw new Error('no operation');
    const { schema, example } = operation.request;
    const server = operation.url.slice(0, -operation.path.length);
    const write = async (body: JsonValue, filledAt?: number) => {
      const { http = [] } = await writeSamples(operation, {
        server,
        body,
        filledAt,
        chosen: noChoice,
      });
      return http.map(({ html }) => plain(html));
    };
    const filled = bodyWithValues(schema, example, {}, now) as { from: number; to: number };
    const documented = await write(example);
    expect(await write(filled, now)).toEqual(documented);
    const [curl = ''] = await write({ ...filled, from: 1767225601 }, now);
    expect(curl).toContain('1767225601');
    expect(curl).not.toContain(String(filled.to));
    // A resent request.
    expect((await write(filled))[0]).toContain(String(filled.to));
  });

  it('are highlighted like those of the build, in the visible language', async () => {
    const { document } = await readApi('platform');
    const [operation] = document.operations;
    const [data] = await operationsOf('platform');
    if (!operation || !data) throw new Error('no operations');
    const server = operation.url.slice(0, -operation.path.length);
    const built = operationSamples(operation, undefined).http;
    for (const { id, html } of built) {
      const chosen = { http: id, mqtt: undefined };
      const written = await writeSamples(data, { server, body: data.request.example, chosen });
      expect(written.http?.find((tab) => tab.id === id)?.html).toBe(html);
    }
  });

  it('contain the reader’s server and body, escaped', async () => {
    const [operation] = await operationsOf('platform');
    if (!operation) throw new Error('no operations');
    const body = { node_name: '<img src=x onerror=alert(1)>' };
    const { http = [] } = await writeSamples(operation, {
      server: 'https://api.anedya.io/v1',
      body,
      chosen: noChoice,
    });
    expect(http).toHaveLength(10);
    for (const { html } of http) {
      expect(html).not.toContain('<img');
      expect(plain(html)).toContain('onerror=alert(1)');
      expect(plain(html)).toContain('https://api.anedya.io/v1');
      expect(plain(html)).toContain('/node/create');
    }
  });
});

import { sampleRequest } from '@anedya-docs/code-samples';
import { parseDocument } from '@anedya-docs/openapi-model';
import { parse } from 'yaml';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { allDownloads } from './';
import { downloads, downloadLinks, sandboxDocuments } from './downloads';
import { apis } from './test-support';

/** The parts of a Postman collection (format v2.1.0) that the tests read. */
interface Collection {
  readonly info: { readonly schema: string };
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
  readonly variable: readonly { readonly key: string; readonly value: string }[];
}

interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly url: { readonly raw: string };
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly body: { readonly raw: string };
  };
}

/** Replaces `{{name}}` in a text, as Postman does before it sends a request. */
function resolved(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values.get(name) ?? whole);
}

/** Names of all fields, in order. */
const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, item]) => [name, ...namesIn(item)])
    : [];

const options = { specs: 'https://docs.example.test/specs/', now: Date.now() };

describe.each(apis.map((api) => [api.config.name, api] as const))(
  'downloads of the %s API',
  (name, api) => {
    it('have a copy for the sandbox, whose only server it is', async () => {
      const copies = sandboxDocuments(api, 'https://docs.example.test/sandbox');
      const files = [`${name}.openapi.yaml`, `${name}.openapi.json`];
      expect([...copies.keys()]).toEqual(files);
      for (const [file, text] of copies) {
        const { operations, servers, mqtt } = await parseDocument(text, file);
        expect(servers.map(({ url }) => url)).toEqual([
          `https://docs.example.test/sandbox/${name}/v1`,
        ]);
        expect(mqtt).toBeUndefined();
        expect(operations.map(({ id }) => id)).toEqual(api.document.operations.map(({ id }) => id));
      }
    });

    const { document } = api;
    const files = downloads(api, options);
    const json = (file: string): unknown => JSON.parse(files.get(file) ?? '');

    it('contain the document unchanged and as JSON', () => {
      expect(files.get(`${name}.openapi.yaml`)).toBe(api.text);
      expect(json(`${name}.openapi.json`)).toEqual(parse(api.text));
    });

    it('are linked from the introduction', () => {
      const links = downloadLinks(api).join('\n');
      expect(files.size).toBe(9);
      for (const file of files.keys()) expect(links).toContain(`/specs/${file}`);
    });

    describe('the Postman collection', () => {
      const collection = json(`${name}.postman_collection.json`) as Collection;
      const items = collection.item.flatMap((folder) => folder.item);

      it('has a folder for each tag, one for requests that delete, and an item for each operation', () => {
        expect(collection.info.schema).toMatch(/collection\/v2\.1\.0/);
        const folders = collection.item.map((folder) => folder.name);
        const tags = document.tags.map((tag) => tag.name);
        expect(folders.slice(0, -1)).toEqual(tags);
        expect(collection.item.at(-1)?.item.map((item) => item.name)).toContain(
          name === 'platform' ? 'Delete a node' : 'Delete key',
        );
        const titles = document.operations.map(({ title }) => title);
        expect(items.map((item) => item.name).sort()).toEqual(titles.sort());
      });

      it('contains no secrets', () => {
        const secrets = collection.variable.filter(({ key }) => !key.endsWith('_URL'));
        expect(secrets.length).toBeGreaterThan(0);
        expect(secrets.every(({ value }) => value === '')).toBe(true);
      });

      it('sends what the samples send', () => {
        const values = new Map(
          collection.variable.map(({ key, value }) => [key, value || `<${key}>`]),
        );
        for (const operation of document.operations) {
          const { request } = items.find((item) => item.name === operation.title) ?? {};
          const sample = sampleRequest(operation);
          expect(request?.method).toBe(operation.method);
          expect(resolved(request?.url.raw ?? '', values)).toBe(operation.url);
          const body = (request?.body.raw ?? '').replaceAll(/: \{\{NOW\w*\}\}/g, ': 0');
          expect(namesIn(JSON.parse(body))).toEqual(namesIn(operation.request.example));
          expect(request?.header.map(({ key, value }) => [key, resolved(value, values)])).toEqual(
            sample.headers.map((header) => [
              header.name,
              'secret' in header ? `${header.prefix}<${header.secret}>` : header.value,
            ]),
          );
        }
      });
    });
  },
);

it('the downloads do not depend on the time of the build', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-01-01') });
  onTestFinished(() => void vi.useRealTimers());
  const before = allDownloads(apis, options.specs);
  vi.setSystemTime('2031-01-01');
  expect(allDownloads(apis, options.specs)).toEqual(before);
});

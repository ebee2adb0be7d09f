import { sampleRequest } from '@anedya-docs/code-samples';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { downloads, downloadLinks } from '../../../plugins/api-reference/downloads';
import { apis } from './support';

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

describe.each(apis.map((api) => [api.config.name, api] as const))(
  'downloads of the %s API',
  (name, api) => {
    const { document, config } = api;
    const files = downloads(api);
    const json = (file: string): unknown => JSON.parse(files.get(file) ?? '');

    it('contain the document unchanged and as JSON', () => {
      expect(files.get(`${name}.openapi.yaml`)).toBe(api.text);
      expect(json(`${name}.openapi.json`)).toEqual(parse(api.text));
    });

    it('are linked from the introduction', () => {
      for (const file of files.keys()) expect(downloadLinks(config)).toContain(`/specs/${file}`);
    });

    describe('the Postman collection', () => {
      const collection = json(`${name}.postman_collection.json`) as Collection;
      const items = collection.item.flatMap((folder) => folder.item);

      it('has a folder for each tag and an item for each operation', () => {
        expect(collection.info.schema).toMatch(/collection\/v2\.1\.0/);
        expect(collection.item.map((folder) => folder.name)).toEqual(
          document.tags.map((tag) => tag.name),
        );
        expect(items.map((item) => item.name)).toEqual(
          document.operations.map(({ title }) => title),
        );
      });

      it('contains no secrets', () => {
        const secrets = collection.variable.filter(({ key }) => key.startsWith('ANEDYA_'));
        expect(secrets.length).toBeGreaterThan(0);
        expect(secrets.every(({ value }) => value === '')).toBe(true);
      });

      it('sends what the samples send', () => {
        const values = new Map(
          collection.variable.map(({ key, value }) => [key, value || `<${key}>`]),
        );
        for (const [index, operation] of document.operations.entries()) {
          const { request } = items[index] ?? {};
          const sample = sampleRequest(operation);
          expect(request?.method).toBe(operation.method);
          expect(resolved(request?.url.raw ?? '', values)).toBe(operation.url);
          expect(JSON.parse(request?.body.raw ?? '')).toEqual(operation.request.example);
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

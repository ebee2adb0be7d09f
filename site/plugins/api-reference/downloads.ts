import type { Api, ApiPlace } from './documents';
import { element } from './mdx';
import { postmanCollection } from './postman';

/** Folder of the downloads below the site's static files, which is also their address. */
export const downloadsFolder = 'specs';

function fileNames({ name }: ApiPlace) {
  return {
    yaml: `${name}.openapi.yaml`,
    json: `${name}.openapi.json`,
    postman: `${name}.postman_collection.json`,
  };
}

/** Every file a reader can download for an API, by name. */
export function downloads({ place, document, text }: Api): ReadonlyMap<string, string> {
  const names = fileNames(place);
  return new Map([
    [names.yaml, text],
    [names.json, `${JSON.stringify(document.raw, null, 2)}\n`],
    [names.postman, `${JSON.stringify(postmanCollection(document), null, 2)}\n`],
  ]);
}

/** Links to the downloads as MDX. */
export function downloadLinks(place: ApiPlace): string {
  const names = fileNames(place);
  const link = (label: string, file: string) =>
    element('Download', { label, path: `/${downloadsFolder}/${file}` }, []);
  return element('Downloads', {}, [
    link('OpenAPI document, YAML', names.yaml),
    link('OpenAPI document, JSON', names.json),
    link('Postman collection', names.postman),
  ]);
}

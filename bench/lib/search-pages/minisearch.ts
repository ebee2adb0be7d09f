import { deserializeRecords } from '../../../packages/search/src/index-format.ts';
import { createMiniSearchEngine } from '../search/minisearch/engine.ts';
import { behindEndpoint } from '../search/own-candidate.ts';
import { fetchText, publish } from './page.ts';

async function load() {
  const records = deserializeRecords(await fetchText('index.json'));
  const search = behindEndpoint(createMiniSearchEngine(records));
  return (query: string) => Promise.resolve(search(query).urls.length > 0);
}

publish(load());

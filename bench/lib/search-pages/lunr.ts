import { loadLunr } from '../search/lunr.ts';
import { fetchText, publish } from './page.ts';

async function load() {
  const search = loadLunr(await fetchText('index.json'));
  return (query: string) => Promise.resolve(search(query).urls.length > 0);
}

publish(load());

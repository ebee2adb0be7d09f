import { loadOwn } from '../search/own-candidate.ts';
import { fetchText, publish } from './page.ts';

async function load() {
  const search = loadOwn(await fetchText('index.json'));
  return (query: string) => Promise.resolve(search(query).urls.length > 0);
}

publish(load());

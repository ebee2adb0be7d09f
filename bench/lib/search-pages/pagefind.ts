import { publish } from './page.ts';

/** The part of Pagefind's module that is used here (https://pagefind.app/docs/api/). */
interface Pagefind {
  options: (options: { noWorker: boolean }) => Promise<void>;
  search: (query: string) => Promise<{ results: { data: () => Promise<{ url: string }> }[] }>;
}

/** Pagefind loads each result's text by itself. Only the best one is awaited here; its own dialog loads five. */
async function load() {
  const address = './pagefind/pagefind.js';
  const pagefind = (await import(address)) as Pagefind;
  // The slowed processor slows the page's main thread alone.
  await pagefind.options({ noWorker: true });
  return async (query: string) => {
    const [best] = (await pagefind.search(query)).results;
    return best !== undefined && (await best.data()).url !== '';
  };
}

publish(load());

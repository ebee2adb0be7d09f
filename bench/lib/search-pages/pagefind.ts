import { publish } from './page.ts';

/** The part of Pagefind's API that is used here (https://pagefind.app/docs/api/). */
interface Pagefind {
  options: (options: { noWorker: boolean }) => Promise<void>;
  search: (query: string) => Promise<{ results: { data: () => Promise<{ url: string }> }[] }>;
}

/** Pagefind loads the text of each result separately. This waits only for the best one; its own dialog loads five. */
async function load() {
  const address = './pagefind/pagefind.js';
  const pagefind = (await import(address)) as Pagefind;
  // CPU throttling applies only to the main thread of the page.
  await pagefind.options({ noWorker: true });
  return async (query: string) => {
    const [best] = (await pagefind.search(query)).results;
    return best !== undefined && (await best.data()).url !== '';
  };
}

publish(load());

/** Resolves when there is something to show: true if there is a hit. */
export type Search = (query: string) => Promise<boolean>;

/** Interface of a benchmark page for the program that drives it. */
export interface SearchPage {
  /** Milliseconds from the start of the page's load to the first hit. */
  readonly firstHit: Promise<number>;
  /** Types a query character by character. @returns milliseconds of each keystroke */
  readonly type: (query: string) => Promise<number[]>;
}

declare global {
  interface Window {
    searchPage: SearchPage;
  }
}

/** Lets the browser do pending work between two keystrokes. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

async function firstHit(loading: Promise<Search>): Promise<number> {
  const search = await loading;
  if (!(await search('heartbeat'))) throw new Error('no hit for "heartbeat"');
  return performance.now();
}

async function type(loading: Promise<Search>, query: string): Promise<number[]> {
  const search = await loading;
  const times: number[] = [];
  for (let length = 1; length <= query.length; length += 1) {
    await pause();
    const startTime = performance.now();
    await search(query.slice(0, length));
    times.push(performance.now() - startTime);
  }
  return times;
}

/** Adds a search that is loading to the page, and sends the first query as soon as it has loaded. */
export function publish(loading: Promise<Search>): void {
  window.searchPage = {
    firstHit: firstHit(loading),
    type: (query) => type(loading, query),
  };
}

/** Loads an index from the folder of the page. */
export async function fetchText(name: string): Promise<string> {
  const response = await fetch(name);
  return response.text();
}

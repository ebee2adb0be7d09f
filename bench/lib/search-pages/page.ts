/** Resolves to whether there is a hit, once there is something to show. */
export type Search = (query: string) => Promise<boolean>;

/** What a page of the benchmark offers to the program that drives it. */
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

/** Lets the browser do what it has to between two keystrokes. */
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

/** Puts a search that is being loaded on the page, and asks the first query as soon as it is there. */
export function publish(loading: Promise<Search>): void {
  window.searchPage = {
    firstHit: firstHit(loading),
    type: (query) => type(loading, query),
  };
}

/** Loads an index that lies beside the page. */
export async function fetchText(name: string): Promise<string> {
  const response = await fetch(name);
  return response.text();
}

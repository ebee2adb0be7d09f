/** Choices that hold on all pages and after a restart; none of them is secret. */
function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage the choice holds until the page is left.
  }
}

/** Base URL the reader sends the calls of an API to, if it is still on offer; otherwise the first. */
export function chosenServer(api: string, offered: readonly { readonly url: string }[]): string {
  const kept = read(`docs-server-${api}`);
  return offered.find(({ url }) => url === kept)?.url ?? offered[0]?.url ?? '';
}

export function chooseServer(api: string, url: string): void {
  write(`docs-server-${api}`, url);
}

/** Id of the scheme the reader signs in with, if the call takes it; otherwise the preferred one. */
export function chosenScheme(api: string, offered: readonly { readonly id: string }[]): string {
  const kept = read(`docs-scheme-${api}`);
  return offered.find(({ id }) => id === kept)?.id ?? offered[0]?.id ?? '';
}

export function chooseScheme(api: string, id: string): void {
  write(`docs-scheme-${api}`, id);
}

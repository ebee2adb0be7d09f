import { list, record, text } from './json-value.ts';

/** A server of an API, with its variables filled in. */
export interface ApiServer {
  readonly origin: string;
  /** Starts and ends with a slash. */
  readonly basePath: string;
}

/** Values a server variable can take: its enumeration, or its default alone. */
function valuesOf(variable: unknown, place: string): string[] {
  const { enum: values, default: fallback } = record(variable, place);
  return values === undefined
    ? [text(fallback, `${place}.default`)]
    : list(values, `${place}.enum`).map((value) => text(value, `${place}.enum`));
}

function toServer(address: string, place: string): ApiServer {
  const filled = !/[{}]/.test(address) && URL.canParse(address);
  const url = filled ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.search !== '' || url.hash !== '') {
    throw new Error(`${place}.url: expected an https address, got "${address}"`);
  }
  return { origin: url.origin, basePath: url.pathname.replace(/\/?$/, '/') };
}

/**
 * Addresses of one entry of `servers`, one for each choice of its variables (OpenAPI 3.1, 4.8.5).
 * @throws Error naming the place that is not as expected
 */
export function serverUrls(entry: unknown, index: number): ApiServer[] {
  const place = `servers.${index}`;
  const server = record(entry, place);
  const variables = Object.entries(record(server.variables ?? {}, `${place}.variables`));
  let addresses = [text(server.url, `${place}.url`)];
  for (const [name, variable] of variables) {
    const values = valuesOf(variable, `${place}.variables.${name}`);
    addresses = addresses.flatMap((address) =>
      values.map((value) => address.replaceAll(`{${name}}`, value)),
    );
  }
  return addresses.map((address) => toServer(address, place));
}

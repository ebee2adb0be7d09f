import type { Server } from '@anedya-docs/openapi-model';

/** A server a reader can send to, every variable filled in. */
export interface ServerChoice {
  /** Base URL, without a slash at its end: `https://api.ap-in-1.anedya.io/v1`. */
  readonly url: string;
  /** What readers see: host and what the document says of it. */
  readonly label: string;
  /** True for the sandbox, which has projects, keys and data of its own. */
  readonly isSandbox: boolean;
}

/** Every combination of the values of a template's variables. */
function urlsOf({ template, variables }: Server): string[] {
  return variables.reduce<string[]>(
    (urls, { name, enum: values }) =>
      urls.flatMap((url) => values.map((value) => url.replaceAll(`{${name}}`, value))),
    [template],
  );
}

/** Servers of a document in its order, each region of a regional one on its own. */
export function serverChoices(servers: readonly Server[]): ServerChoice[] {
  return servers.flatMap((server) =>
    urlsOf(server).map((url) => ({
      url: url.replace(/\/+$/, ''),
      label: [new URL(url).host, server.description.replace(/\.$/, '')].filter(Boolean).join(' · '),
      isSandbox: false,
    })),
  );
}

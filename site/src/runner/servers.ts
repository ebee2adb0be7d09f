import type { Server } from '@anedya-docs/openapi-model';
import { changeEvent, useKey, usesOwn } from '../values/stored';

/** A server a reader can send to, every variable filled in. */
export interface ServerChoice {
  /** Base URL, without a slash at its end: `https://api.ap-in-1.anedya.io/v1`. */
  readonly url: string;
  /** What readers see: host and what the document says of it. */
  readonly label: string;
  /** True for the sandbox of this site. */
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

/** Chooses between the sandbox and the reader's own values and servers, for all pages. */
export function chooseUse(use: 'sandbox' | 'own'): void {
  write(useKey, use);
  window.dispatchEvent(new Event(changeEvent));
}

/**
 * Server the reader sends the calls of an API to: the sandbox, unless they have chosen another; then that one, if it is
 * still on offer.
 */
export function chosenServer(api: string, offered: readonly ServerChoice[]): string {
  const [first] = offered;
  if (first?.isSandbox && !usesOwn()) return first.url;
  const stored = read(`docs-server-${api}`);
  const platform = offered.filter(({ isSandbox }) => !isSandbox);
  return (platform.find(({ url }) => url === stored) ?? platform[0] ?? first)?.url ?? '';
}

export function chooseServer(api: string, { url, isSandbox }: ServerChoice): void {
  if (!isSandbox) write(`docs-server-${api}`, url);
  chooseUse(isSandbox ? 'sandbox' : 'own');
}

/** Id of the scheme the reader signs in with, if the call takes it; otherwise the preferred one. */
export function chosenScheme(api: string, offered: readonly { readonly id: string }[]): string {
  const stored = read(`docs-scheme-${api}`);
  return offered.find(({ id }) => id === stored)?.id ?? offered[0]?.id ?? '';
}

export function chooseScheme(api: string, id: string): void {
  write(`docs-scheme-${api}`, id);
}

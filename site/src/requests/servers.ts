import type { Server } from '@anedya-docs/openapi-model';
import { readStorage, writeStorage } from '../storage';
import { changeEvent, choiceKey, usesOwnValues } from './values-choice';

/** A server that the reader can send requests to, with all variables filled in. */
export interface ServerChoice {
  /** Base URL without a trailing slash: `https://api.ap-in-1.anedya.io/v1`. */
  readonly url: string;
  /** Display name: host and the description in the document. */
  readonly label: string;
  /** True for a sandbox. */
  readonly isSandbox: boolean;
  /** True for the sandbox that this tab uses. */
  readonly isCurrent?: boolean;
}

/** All combinations of the variables of a template. */
function urlsOf({ template, variables }: Server): string[] {
  return variables.reduce<string[]>(
    (urls, { name, enum: values }) =>
      urls.flatMap((url) => values.map((value) => url.replaceAll(`{${name}}`, value))),
    [template],
  );
}

/** Servers of a document, in order, with one entry per region. */
export function serverChoices(servers: readonly Server[]): ServerChoice[] {
  return servers.flatMap((server) =>
    urlsOf(server).map((url) => ({
      url: url.replace(/\/+$/, ''),
      label: [new URL(url).host, server.description.replace(/\.$/, '')].filter(Boolean).join(' · '),
      isSandbox: false,
    })),
  );
}

/** Selects the sandbox, or the reader's own values and servers, for all pages. */
export function chooseValues(use: 'sandbox' | 'own'): void {
  writeStorage('localStorage', choiceKey, use);
  window.dispatchEvent(new Event(changeEvent));
}

/** Server for requests to an API: the sandbox, unless the reader has selected another server that is still available. */
export function chosenServer(api: string, offered: readonly ServerChoice[]): string {
  const sandbox = offered.find(({ isCurrent }) => isCurrent);
  if (sandbox && !usesOwnValues()) return sandbox.url;
  const stored = readStorage('localStorage', `docs-server-${api}`);
  const platform = offered.filter(({ isSandbox }) => !isSandbox);
  return (platform.find(({ url }) => url === stored) ?? platform[0] ?? sandbox)?.url ?? '';
}

export function chooseServer(api: string, { url, isSandbox }: ServerChoice): void {
  if (!isSandbox) writeStorage('localStorage', `docs-server-${api}`, url);
  chooseValues(isSandbox ? 'sandbox' : 'own');
}

/** Id of the scheme that the reader has selected, if the operation accepts it; otherwise the preferred one. */
export function chosenScheme(api: string, offered: readonly { readonly id: string }[]): string {
  const stored = readStorage('localStorage', `docs-scheme-${api}`);
  return offered.find(({ id }) => id === stored)?.id ?? offered[0]?.id ?? '';
}

export function chooseScheme(api: string, id: string): void {
  writeStorage('localStorage', `docs-scheme-${api}`, id);
}

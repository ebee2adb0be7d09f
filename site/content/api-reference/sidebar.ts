import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ApiDocument } from '@anedya-docs/openapi-model';
import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';
import { apiConfigs, type ApiName, type ApiConfig } from './documents';

type SidebarItem = Extract<SidebarsConfig[string], readonly unknown[]>[number];

/**
 * Written next to the pages, because the framework reads sidebars synchronously and cannot wait for a document to be parsed.
 */
export const sidebarFile = '_sidebar.json';

/** Sidebar entries of an API's operations: one category per tag, in document order. */
export function operationSidebar(config: ApiConfig, document: ApiDocument): SidebarItem[] {
  return document.tags.map((tag) => ({
    type: 'category',
    label: tag.name,
    items: document.operations
      .filter((operation) => operation.tag === tag.name)
      .map((operation) => ({
        type: 'doc' as const,
        id: `${config.folder}/${operation.id}`,
        className: `operation-link operation-link--${operation.method.toLowerCase()}`,
      })),
  }));
}

/**
 * Reads the entries that the plugin has written below `docs/`.
 * @throws Error when the plugin has not run yet
 */
export function readOperationSidebar(api: ApiName, docsFolder: string): SidebarItem[] {
  const config = apiConfigs.find((candidate) => candidate.name === api);
  const file = path.join(docsFolder, config?.folder ?? '', sidebarFile);
  if (!existsSync(file)) throw new Error(`${file} is missing: the api-reference plugin writes it`);
  return JSON.parse(readFileSync(file, 'utf8')) as SidebarItem[];
}

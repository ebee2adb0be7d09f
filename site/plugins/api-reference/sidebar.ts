import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';
import { readApi, type ApiName } from './documents';

type SidebarItem = Extract<SidebarsConfig[string], readonly unknown[]>[number];

/** Sidebar entries of an API's calls: one category a tag, in the document's order. */
export function readCallSidebar(api: ApiName): SidebarItem[] {
  const { place, document } = readApi(api);
  return document.tags.map((tag) => ({
    type: 'category',
    label: tag.name,
    items: document.operations
      .filter((operation) => operation.tag === tag.name)
      .map((operation) => ({
        type: 'doc' as const,
        id: `${place.folder}/${operation.id}`,
        className: `call call--${operation.method.toLowerCase()}`,
      })),
  }));
}

import type { SidebarItemConfig } from '@docusaurus/plugin-content-docs/src/sidebars/types';
import { readApi, type ApiName } from './documents';

/** Sidebar entries of an API's calls: one category a tag, in the document's order. */
export function readCallSidebar(api: ApiName): SidebarItemConfig[] {
  const { place, document } = readApi(api);
  return document.tags.map((tag) => ({
    type: 'category',
    label: tag.name,
    items: document.operations
      .filter((operation) => operation.tag === tag.name)
      .map((operation) => ({
        type: 'doc',
        id: `${place.folder}/${operation.id}`,
        className: `call call--${operation.method.toLowerCase()}`,
      })),
  }));
}

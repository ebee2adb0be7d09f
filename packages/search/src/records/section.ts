import type { Root } from 'hast';
import { select, selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';

/** First folder of a path below the base path: `/docs/device/api/` is in `device`. */
function folderOf(path: string, baseUrl: string): string {
  return (path.startsWith(baseUrl) ? path.slice(baseUrl.length) : path).split('/')[0] ?? '';
}

/** Labels of the breadcrumbs from the outermost on, without the link to the home page. */
function breadcrumbs(page: Root, baseUrl: string): string[] {
  return selectAll('.breadcrumbs__link', page)
    .filter((link) => link.properties.href !== baseUrl)
    .map((link) => toString(link).trim());
}

/**
 * Section of the site a page belongs to: its outermost breadcrumb; where it has none above itself, the outermost category
 * of the sidebar that shares its folder, else the item of the navbar that is active.
 */
export function sectionOf(page: Root, path: string, baseUrl: string): string | null {
  const [outermost, ...others] = breadcrumbs(page, baseUrl);
  if (outermost !== undefined && others.length > 0) return outermost;
  const category = selectAll('.theme-doc-sidebar-item-category-level-1', page)
    .map((item) => select('a.menu__link--sublist', item))
    .find((link) => {
      const folder = folderOf(link?.properties.href ?? '', baseUrl);
      return folder !== '' && folder === folderOf(path, baseUrl);
    });
  const found = category ?? select('.navbar__link--active', page);
  return found ? toString(found).trim() : null;
}

import { describe, expect, it } from 'vitest';
import { readApi } from '../../../plugins/api-reference/documents';
import { indexPage, introductionPage } from '../../../plugins/api-reference/overview-pages';
import { readCallSidebar } from '../../../plugins/api-reference/sidebar';

describe.each([
  ['device', 16, '/device/api/'],
  ['platform', 36, '/platform-api/'],
] as const)('overviews of the %s API', (api, count, folder) => {
  const { place, document } = readApi(api);

  it('index every call once, at its address', () => {
    const page = indexPage(place, document);
    const links = [...page.matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)].map(([, link]) => link);
    expect(links).toHaveLength(count);
    expect(links.sort()).toEqual(document.operations.map(({ id }) => `${folder}${id}/`).sort());
    expect(page).toContain(`All ${count} calls of the`);
  });

  it('lose a call that goes', () => {
    const [first] = document.operations;
    const fewer = { ...document, operations: document.operations.slice(1) };
    expect(indexPage(place, fewer)).not.toContain(`${folder}${first?.id ?? ''}/`);
    expect(indexPage(place, fewer)).toContain(`All ${count - 1} calls`);
  });

  it('introduce every address and group', () => {
    const page = introductionPage(place, document);
    for (const server of document.servers) expect(page).toContain(`\`${server.url}\``);
    for (const tag of document.tags) expect(page).toContain(`| ${tag.name} |`);
    expect(page).toContain(document.description);
  });

  // Specification, section 2: each API grouped by tag.
  it('group the sidebar by tag', () => {
    const categories = readCallSidebar(api);
    expect(categories).toMatchObject(
      document.tags.map((tag) => ({
        type: 'category',
        label: tag.name,
        items: document.operations
          .filter((operation) => operation.tag === tag.name)
          .map((operation) => ({ type: 'doc', id: `${place.folder}/${operation.id}` })),
      })),
    );
  });
});

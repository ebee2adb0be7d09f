import { describe, expect, it } from 'vitest';
import { firstLines, readClients } from './clients';
import { operationPage } from './operation-page';
import { indexPage, introductionPage } from './overview-pages';
import { operationSidebar } from './sidebar';
import { apis } from './test-support';

describe.each(apis.map((api) => [api.config.name, api] as const))(
  'overviews of the %s API',
  (name, { config, document }) => {
    // docs/behavior.md, section 2: 36 operations on the platform, 16 on the device side.
    const count = name === 'platform' ? 36 : 16;

    it('list every operation once, with its address', () => {
      const list = indexPage(config, document);
      const links = [...list.matchAll(/^\| \[[^\]]+\]\(([^)]+)\)/gm)].map(([, link]) => link);
      const expected = document.operations.map(({ id }) => `/${config.folder}/${id}/`);
      expect(links).toHaveLength(count);
      expect(links.sort()).toEqual(expected.sort());
      expect(list).toContain(`All ${count} operations of the`);
    });

    it('show the generators of both APIs with the first lines of their programs', () => {
      const [, clients = ''] = indexPage(config, document).split('## Generate a client');
      for (const client of readClients()) {
        expect(clients).toContain(client.generate.trim());
        expect(clients).toContain(firstLines(client));
      }
      expect(clients).not.toContain('the session of the tests');
    });

    it('link to the OpenAPI document', () => {
      const root = new URL(`https://docs.test/base/${config.folder}/`);
      for (const [page, url] of [
        [indexPage(config, document), root],
        [introductionPage(config, document), new URL(`${config.introduction}/`, root)],
      ] as const) {
        const [, href = ''] = /<link rel="service-desc" .*href="(.*?)"/.exec(page) ?? [];
        expect(new URL(href, url).pathname).toBe(`/base/specs/${config.name}.openapi.yaml`);
      }
    });

    it('omit an operation that was removed', () => {
      const [first] = document.operations;
      const page = indexPage(config, { ...document, operations: document.operations.slice(1) });
      expect(page).not.toContain(`/${config.folder}/${first?.id ?? ''}/`);
      expect(page).toContain(`All ${count - 1} operations`);
    });

    it('introduce addresses, credentials, groups, codes and pushed messages', () => {
      const page = introductionPage(config, document);
      for (const server of document.servers) expect(page).toContain(`\`${server.url}\``);
      for (const tag of document.tags) expect(page).toContain(`| ${tag.name} |`);
      for (const scheme of document.securitySchemes) expect(page).toContain(scheme.description);
      const { reasonCodes, errorCodes, sandboxCodes } = document;
      for (const { remedy } of [...reasonCodes, ...errorCodes, ...sandboxCodes]) {
        expect(page).toContain(remedy);
      }
      for (const message of document.mqtt?.pushed ?? []) {
        expect(page).toContain(message.description);
      }
      expect(page).toContain(document.description);
    });

    it('list the limits that belong to no field; without any, there is no section', () => {
      const page = introductionPage(config, document);
      for (const { subject, value, unit } of document.limits) {
        expect(page).toContain(`| ${subject}`);
        expect(page).toContain(`| ${value.toLocaleString('en')} ${unit} |`);
      }
      const bare = introductionPage(config, { ...document, limits: [] });
      expect(page).toContain('## Other limits');
      expect(bare).not.toContain('## Other limits');
    });

    // docs/behavior.md, section 2: each API grouped by tag.
    it('group the sidebar by tag', () => {
      expect(operationSidebar(config, document)).toMatchObject(
        document.tags.map((tag) => ({
          type: 'category',
          label: tag.name,
          items: document.operations
            .filter((operation) => operation.tag === tag.name)
            .map((operation) => ({
              type: 'doc',
              id: `${config.folder}/${operation.id}`,
              className: `operation-link operation-link--${operation.method.toLowerCase()}`,
            })),
        })),
      );
    });
  },
);

it('labels the codes and the statuses that only the sandbox returns as those of the sandbox', () => {
  const [platform] = apis;
  if (!platform) throw new Error('no platform API');
  const { config, document } = platform;
  const [, codes = ''] = introductionPage(config, document).split('## Sandbox codes');
  expect(codes).toMatch(/The \[sandbox\]\(.*not documented/);
  for (const code of ['toomanyrequests', 'readtoomuch', 'responsetoolarge', 'toomany'])
    expect(codes).toContain(`code={"sandbox::${code}"}`);
  for (const operation of document.operations) {
    expect(operationPage(config, document, operation)).toMatch(
      /- \*\*429 \(in the sandbox\):\*\* .*`Retry-After`.*\(\/essentials\/#rate-limits\)/s,
    );
  }
});

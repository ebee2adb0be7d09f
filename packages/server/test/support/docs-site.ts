import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseDocument } from '@anedya-docs/openapi-model';
import { buildIndex, type SearchRecord } from '@anedya-docs/search';
import { writeFixtureSite } from './fixture-site.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

const pages = {
  'essentials/units/': `---\ntitle: "Time units"\ndescription: "Seconds or milliseconds."\n---\n\n# Time units\n\nSee below.\n\n## Device API\n\nMilliseconds.\n\n\`\`\`bash\n## no heading\n\`\`\`\n\n### Exceptions\n\nNone.\n\n## Platform API\n\nSeconds.\n`,
  'platform-api/node-create/': `---\ntitle: "Create a node"\ndescription: "Creates a node."\n---\n\n# Create a node\n`,
} as const;

const record: SearchRecord = {
  objectID: 'units',
  type: 'lvl2',
  hierarchy: {
    ...{ lvl0: 'Essentials', lvl1: 'Time units', lvl2: 'Device API' },
    ...{ lvl3: null, lvl4: null, lvl5: null, lvl6: null },
  },
  content: null,
  keywords: null,
  url: '/essentials/units/#device-api',
  url_without_anchor: '/essentials/units/',
  anchor: 'device-api',
  language: 'en',
  docusaurus_tag: 'docs',
  version: 'current',
  weight: { page_rank: 1, level: 80, position: 0 },
};

/**
 * Writes a built site with the parts that agents read: two pages, the API documents, the skills and a search index.
 * @returns absolute path of the folder; the caller removes it
 */
export async function writeDocsSite(): Promise<string> {
  const site = await writeFixtureSite();
  const put = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(site, file)), { recursive: true });
    await writeFile(path.join(site, file), text);
  };
  for (const [folder, text] of Object.entries(pages)) await put(`${folder}index.md`, text);
  await put(
    'platform-api/node-create/samples.md',
    '# Create a node: code samples\n\n## Python\n\n```python\nimport json\n```\n',
  );
  await put('search/index.json', buildIndex([record]));
  for (const api of ['platform', 'device']) {
    const file = path.join(root, `specs/${api}.openapi.yaml`);
    const { raw } = await parseDocument(await readFile(file, 'utf8'), file);
    await put(`specs/${api}.openapi.json`, JSON.stringify(raw));
  }
  const skills = '.well-known/agent-skills';
  await cp(path.join(root, 'site/static', skills), path.join(site, skills), { recursive: true });
  return site;
}

import {
  languagesOf,
  mqttClients,
  mqttExchange,
  sampleRequest,
  type Language,
  type MqttClient,
} from '@anedya-docs/code-samples';
import type { MqttFacts, Operation } from '@anedya-docs/openapi-model';
import type { LoadedContent } from '@docusaurus/plugin-content-docs';
import type { LoadContext, Plugin } from '@docusaurus/types';
import type { RootContent } from 'mdast';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { entries, steps } from '../../src/contracts/home-steps';
import { apiConfigs, readApi } from '../api-reference/documents';
import { writtenAddress } from '../../src/contracts/sandbox-address';
import { downloadsFolder } from '../api-reference/downloads';
import { fence } from '../api-reference/markdown';
import { guideWorkflows, workflowNote, type Guide } from '../workflows';
import type { Contents } from './components';
import { discoveryFiles, llmsIndex, readSkills } from './discovery';
import { readFigures } from './figures';
import { readOutline, tokens, writeOutline, type Page, type Site } from './page';
import { programOf } from './programs';

/** The page that creates a sandbox project: others link to it, and it does not link to itself. */
const setupPage = 'getting-started/';

/** Markdown for components of guides that run in the browser. */
const guideComponents: Contents['other'] = {
  Icon: [],
  HomeHero: [
    {
      type: 'list',
      ordered: true,
      spread: false,
      children: steps.map(({ title, text: value }) => ({
        type: 'listItem',
        spread: false,
        children: [
          { type: 'paragraph', children: [{ type: 'text', value: `${title}: ${value}` }] },
        ],
      })),
    },
    ...entries.flatMap(({ reader, goal, links }): RootContent[] => [
      { type: 'heading', depth: 2, children: [{ type: 'text', value: reader }] },
      { type: 'paragraph', children: [{ type: 'text', value: goal }] },
      {
        type: 'list',
        spread: false,
        children: links.map(({ to, label }) => ({
          type: 'listItem',
          spread: false,
          children: [
            {
              type: 'paragraph',
              children: [{ type: 'link', url: to, children: [{ type: 'text', value: label }] }],
            },
          ],
        })),
      },
    ]),
  ],
  LiveValues: [],
  MqttConsole: [],
  RuleTester: [],
  SandboxEvents: [],
  SimulatedDevice: [],
  SandboxStart: [
    {
      type: 'blockquote',
      children: [
        {
          type: 'paragraph',
          children: [
            { type: 'text', value: 'No account? ' },
            {
              type: 'link',
              url: `/${setupPage}#without-an-account`,
              children: [{ type: 'text', value: 'Create a sandbox project' }],
            },
            { type: 'text', value: ' with one request, and follow this page there.' },
          ],
        },
      ],
    },
  ],
};

/** Operations by the path of their page below the base path of the site. */
async function readOperations() {
  const apis = await Promise.all(apiConfigs.map(({ name }) => readApi(name)));
  return new Map<string, { readonly operation: Operation; readonly facts: MqttFacts | undefined }>(
    apis.flatMap(({ config, document }) =>
      document.operations.map(
        (operation) =>
          [`${config.folder}/${operation.id}/`, { operation, facts: document.mqtt }] as const,
      ),
    ),
  );
}

interface Program {
  readonly target: Language | MqttClient;
  readonly source: string;
}

type Group = 'http' | 'mqtt';

/** Programs that send the request of an operation, by group. */
function programs(operation: Operation, facts: MqttFacts | undefined): Record<Group, Program[]> {
  const request = sampleRequest(operation);
  const exchange = facts && mqttExchange(operation, facts);
  return {
    http: languagesOf(operation).map((target) => ({ target, source: target.render(request) })),
    mqtt: exchange
      ? mqttClients.map((target) => ({ target, source: target.render(exchange) }))
      : [],
  };
}

/** The first program of a group (curl or the Mosquitto clients), and a link to the others in `samples.md`. */
function firstSample(operation: Operation, facts: MqttFacts | undefined) {
  const all = programs(operation, facts);
  return (group: string): RootContent[] => {
    const [first, ...others] = group === 'mqtt' ? all.mqtt : all.http;
    if (!first) return [];
    const labels = others.map(({ target }) => target.label).join(', ');
    return [
      { type: 'code', lang: first.target.highlight, value: first.source.replace(/\n$/, '') },
      {
        type: 'paragraph',
        children: [
          { type: 'text', value: 'The same program in other languages: ' },
          { type: 'link', url: 'samples.md', children: [{ type: 'text', value: labels }] },
          { type: 'text', value: '.' },
        ],
      },
    ];
  };
}

/** Markdown of all programs except the first of each group. */
function otherSamples(operation: Operation, facts: MqttFacts | undefined): string {
  const { http, mqtt } = programs(operation, facts);
  const section = (suffix: string) => (program: Program) => {
    const { label, highlight } = program.target;
    return `## ${label}${suffix}\n\n${fence(highlight, '', program.source)}`;
  };
  const base = operation.url.slice(0, -operation.path.length);
  return [
    `Programs read the address from \`ANEDYA_API_URL\` (Platform API) or \`ANEDYA_DEVICE_URL\` (Device API), the key, and the ids (\`ANEDYA_NODE_ID\`, \`ANEDYA_DEVICE_ID\`) from the environment. Without the address, they use the platform, \`${base}\`.`,
    ...http.slice(1).map(section('')),
    ...mqtt.slice(1).map(section(' (MQTT)')),
  ].join('\n\n');
}

/** What a site without a sandbox on its server says instead of how to use it from a terminal. */
const withoutServer: Contents['other'] = {
  SandboxStart: [],
  ServerSandbox: [
    {
      type: 'paragraph',
      children: [
        {
          type: 'text',
          value:
            'This copy of the site has no server, so programs cannot reach a sandbox. Use an account.',
        },
      ],
    },
  ],
};

/** Texts by their URL paths. */
type Files = ReadonlyMap<string, string>;

/**
 * Returns the Markdown files of pages, and the programs that they link to.
 * @param hasSandbox whether the site has a sandbox on its server
 * @throws Error when two programs have the same path
 */
export async function markdownFiles(
  site: Site,
  pages: readonly Page[],
  hasSandbox: boolean,
): Promise<{ readonly markdown: Files; readonly programs: Files }> {
  const [figures, operations] = await Promise.all([readFigures(), readOperations()]);
  const programs = new Map<string, string>();
  const outlines = await Promise.all(
    pages.map(async (page) => {
      const pagePath = page.permalink.slice(site.baseUrl.length);
      const entry = operations.get(pagePath);
      const contents: Contents = {
        figure: (name) => figures.get(name),
        program: (fence) => {
          const program = programOf(fence, pagePath);
          if (!program) return undefined;
          const file = site.baseUrl + program.path;
          const known = programs.get(file);
          if (known !== undefined && known !== program.text)
            throw new Error(`two programs of pages are at ${file}`);
          programs.set(file, program.text);
          return program;
        },
        samples: entry ? firstSample(entry.operation, entry.facts) : () => [],
        other: {
          ...guideComponents,
          ...(hasSandbox ? {} : withoutServer),
          ...(pagePath === setupPage && { SandboxStart: [] }),
        },
      };
      const own = await readOutline(page, contents);
      if (!entry) return [own];
      const samples = {
        ...page,
        name: 'samples',
        title: `${page.title}: code samples`,
        source: otherSamples(entry.operation, entry.facts),
      };
      return [own, await readOutline(samples, contents)];
    }),
  );
  const byPermalink = new Map(
    outlines.flatMap(([own]) => (own ? [[own.page.permalink, own]] : [])),
  );
  const markdown = new Map(
    outlines.flat().flatMap((outline) => {
      const files = writeOutline(outline, site, byPermalink);
      return [...files].map(([name, text]) => [outline.page.permalink + name, text] as const);
    }),
  );
  return { markdown, programs };
}

/** Tokens of all parts of a page, without its samples. */
function tokensOf(markdown: ReadonlyMap<string, string>, permalink: string): number {
  const parts = [...markdown].filter(
    ([name]) => name.startsWith(`${permalink}index`) && name.endsWith('.md'),
  );
  return tokens(parts.map(([, text]) => text).join(''));
}

/**
 * Docusaurus plugin: writes every page as Markdown next to its HTML (`/essentials/concepts/index.md`), and the files that
 * lead programs to it: `/llms.txt`, `/llms-full.txt` and those of `discoveryFiles`. Also writes the workflows of the guides.
 */
export default function markdownPages({ siteDir, siteConfig }: LoadContext): Plugin {
  return {
    name: 'markdown-pages',
    async postBuild({ outDir, plugins }) {
      const docs = plugins.find(({ name }) => name === 'docusaurus-plugin-content-docs');
      const { loadedVersions } = docs?.content as LoadedContent;
      const fileOf = (source: string) => path.resolve(siteDir, source.replace(/^@site\//, ''));
      // The framework adds the trailing slash only to its routes.
      const pages = loadedVersions.flatMap((version) =>
        version.docs.map((doc) => ({ ...doc, permalink: doc.permalink.replace(/\/?$/, '/') })),
      );
      const permalinks = new Map(pages.map((page) => [fileOf(page.source), page.permalink]));
      const { url, baseUrl, title, tagline, customFields } = siteConfig;
      const site: Site = { url, baseUrl, permalinkOf: (file) => permalinks.get(file) };
      // An empty setting disables the service; without a setting, it is that of this server.
      const endpoint = (name: 'mcp' | 'sandbox') => {
        const setting = customFields?.[`${name}Url`] as string | undefined;
        return setting === '' ? undefined : new URL(setting ?? baseUrl + name, url).href;
      };
      const sandbox = endpoint('sandbox')?.replace(/\/+$/, '');
      const guides: Guide[] = [];
      const sources = await Promise.all(
        pages.map(async ({ title, description, permalink, source, frontMatter }) => {
          const file = fileOf(source);
          let text = await readFile(file, 'utf8');
          const { workflow } = frontMatter as { readonly workflow?: string };
          if (workflow !== undefined) {
            guides.push({ title, name: workflow, source: text });
            text += `\n${workflowNote(workflow)}\n`;
          }
          return { title, description, permalink, file, source: text };
        }),
      );
      // The server of this site replaces the origin for readers on its machine.
      const own = (text: string) => text.replaceAll(writtenAddress, sandbox ?? writtenAddress);
      const written = await markdownFiles(site, sources, sandbox !== undefined);
      const markdown = new Map([...written.markdown].map(([name, text]) => [name, own(text)]));
      guides.sort((a, b) => a.name.localeCompare(b.name));
      const workflows = await guideWorkflows(guides, `${url}${baseUrl}${downloadsFolder}/`);
      const [version] = loadedVersions;
      const mcp = endpoint('mcp');
      // The samples of an operation are in up to 15 languages; its page has one of them.
      const texts = [...markdown].filter(([name]) => !/\/samples[^/]*\.md$/.test(name));
      const content = texts.map(([, text]) => text).join('\n');
      const skills = await readSkills(siteDir);
      const index = llmsIndex(
        title,
        tagline,
        guides.map(({ name }) => name),
        version?.sidebars ?? {},
        pages.map((page) => ({ ...page, tokens: tokensOf(markdown, page.permalink) })),
        site,
        { mcp, sandbox },
        { skills, fullTokens: tokens(content) },
      );
      const full = `${index}\n${content}`;
      const files = new Map([
        ...markdown,
        ...written.programs,
        ...[...workflows].map(([name, text]) => [baseUrl + name, text] as const),
        ...discoveryFiles(skills, site, mcp, [...workflows.keys()], [...markdown.keys()]),
        [`${baseUrl}llms.txt`, index],
        [`${baseUrl}llms-full.txt`, full],
      ]);
      await Promise.all(
        [...files].map(async ([urlPath, text]) => {
          const file = path.join(outDir, urlPath.slice(baseUrl.length));
          await mkdir(path.dirname(file), { recursive: true });
          await writeFile(file, text);
        }),
      );
    },
  };
}

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  evidenceSources,
  evidenceText,
  type ApiDocument,
  type Operation,
} from '@anedya-docs/openapi-model';
import type { ApiConfig } from './documents';
import { element, firstSentence, frontMatter, unconfirmedNotice } from './markdown';
import {
  authenticationSection,
  errorsSection,
  mqttSection,
  requestSection,
  responseSection,
  successExamples,
} from './sections';

/** Where the programs of all languages get what differs between readers. Also without JavaScript. */
export const environmentNote =
  'All programs read the address, key and ids from the environment, such as `ANEDYA_NODE_ID`. A [setup block](/getting-started/#setup) sets them; without one, programs use the platform and the ids of this page.';

/** Name of the data file with the code samples of an operation, next to its page. */
export const samplesFile = (id: string) => `_${id}.samples.json`;

const imports = (id: string) =>
  [
    "import { Send } from '@site/src/features/request-runner';",
    "import { Samples } from '@site/src/features/samples';",
    "import { Code, Codes, Field, Fields, Nested, Nested as Evidence } from '@site/src/features/operation-fields';",
    `import samples from './${samplesFile(id)}';`,
  ].join('\n');

/**
 * The URL and the request runner. The URL is passed in parts, so that the page can highlight the value of the server
 * variable.
 */
function send(config: ApiConfig, operation: Operation): string {
  const { urlTemplate, servers } = operation;
  const variables = servers[0]?.variables ?? [];
  const [variable] = variables;
  const [before, after] = variable ? urlTemplate.split(`{${variable.name}}`) : [urlTemplate];
  return element(
    'Send',
    {
      method: operation.method,
      before,
      variable: variable?.name,
      value: variable?.default,
      after,
      operation: `${config.name}/${operation.id}`,
    },
    [],
  );
}

/** What confirms the operation, as one line that the reader can expand to a list of the sources. */
function evidence({ evidence: sources }: Operation): string {
  const items = sources.map((source) => {
    const { name, description } = evidenceSources[source];
    return `- **${name}**: ${description}`;
  });
  return element('Evidence', { label: evidenceText(sources), folded: true, repeated: true }, [
    items.join('\n'),
  ]);
}

function introduction({ provisional, description }: Operation): string {
  return element('div', { className: 'operation__intro' }, [
    provisional === undefined ? '' : unconfirmedNotice(provisional),
    description,
  ]);
}

/** Mistakes with the request, below its fields. */
function commonMistakes({ traps }: Operation): string {
  if (traps.length === 0) return '';
  return element('div', { className: 'note operation__traps' }, [
    '**Common mistakes**',
    traps.map((trap) => `- ${trap}`).join('\n'),
  ]);
}

function relatedSection(config: ApiConfig, document: ApiDocument, operation: Operation): string {
  const links = operation.related.map((id) => {
    const title = document.operations.find((other) => other.id === id)?.title ?? id;
    return `- [${title}](/${config.folder}/${id}/)`;
  });
  const guide = operation.guide === undefined ? [] : [`- [Guide](${operation.guide})`];
  return ['## Related', [...guide, ...links].join('\n')].join('\n\n');
}

/** Folder of programs that take more than the request of their operation: `<id>.mdx`. */
export const programsFolder = path.join(__dirname, 'programs');

/** The programs of an operation in {@link programsFolder}. */
function programsSection({ id }: Operation): string {
  const file = path.join(programsFolder, `${id}.mdx`);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}

/** @throws Error when two fields or codes of a page have the same anchor */
function withDistinctAnchors(page: string, { id }: Operation): string {
  const anchors = [...page.matchAll(/ id=\{"([^"]+)"\}/g)].map(([, anchor]) => anchor);
  const duplicate = anchors.find((anchor, index) => anchors.indexOf(anchor) !== index);
  if (duplicate !== undefined)
    throw new Error(`the page of "${id}" has the anchor "${duplicate}" twice`);
  return page;
}

/**
 * Returns the page of one operation as MDX.
 * @throws Error when two fields or codes have the same anchor
 */
export function operationPage(
  config: ApiConfig,
  document: ApiDocument,
  operation: Operation,
): string {
  const page = [
    frontMatter({
      title: operation.title,
      description: firstSentence(operation.description),
      sidebar_label: operation.title,
      api: config.indexTitle,
      openapi: config.name,
      operation: true,
      ...(operation.keywords.length > 0 ? { keywords: operation.keywords } : {}),
    }),
    imports(operation.id),
    element('div', { className: 'operation' }, [
      send(config, operation),
      introduction(operation),
      element('div', { className: 'operation__samples' }, [
        '## Code samples',
        '<Samples group="http" tabs={samples.http} />',
        element('div', { className: 'samples__note' }, [environmentNote]),
        ...successExamples(operation),
      ]),
      element('div', { className: 'operation__details' }, [
        requestSection(operation),
        commonMistakes(operation),
        authenticationSection(operation),
        responseSection(operation),
        errorsSection(config.name, operation),
        mqttSection(operation),
        programsSection(operation),
        relatedSection(config, document, operation),
        evidence(operation),
      ]),
    ]),
    '',
  ].join('\n\n');
  return withDistinctAnchors(page, operation);
}

import {
  fieldAnchor,
  flattenFields,
  schemaFields,
  type ApiDocument,
  type Field,
  type MqttFacts,
  type MqttMessage,
  type Schema,
} from '@anedya-docs/openapi-model';
import { recipes } from '../../src/contracts/error-recipes';
import { clientsSection } from './clients';
import type { ApiName, ApiConfig } from './documents';
import { downloadLinks, downloadsFolder, openApiFile } from './downloads';
import { bodyFields, limits, limitText } from './fields';
import {
  cell,
  element,
  fence,
  firstSentence,
  frontMatter,
  inlineCode,
  jsonFence,
  table,
} from './markdown';
import { codeList, credentialHeaders } from './sections';

/** A unit or limit of a field, and the operations that it applies to. */
interface Entry {
  readonly path: string;
  readonly value: string;
  /** Markdown links. */
  readonly operations: string[];
}

function entriesOf(
  config: ApiConfig,
  document: ApiDocument,
  describe: (field: Field) => string,
): readonly Entry[] {
  const entries = new Map<string, Entry>();
  const add = (part: 'request' | 'response', schema: Schema, id: string, title: string) => {
    for (const field of flattenFields(schemaFields(schema))) {
      const value = describe(field);
      if (value === '') continue;
      const key = `${field.path} ${value}`;
      const entry = entries.get(key) ?? { path: field.path, value, operations: [] };
      const link = `[${title}](/${config.folder}/${id}/#${fieldAnchor(part, field.path)})`;
      if (!entry.operations.some((operation) => operation.startsWith(`[${title}]`)))
        entry.operations.push(link);
      entries.set(key, entry);
    }
  };
  for (const { id, title, request, responses } of document.operations) {
    add('request', request.schema, id, title);
    const success = responses.find(({ status }) => status === '200');
    if (success) add('response', success.schema, id, title);
  }
  return [...entries.values()].sort((a, b) => a.path.localeCompare(b.path, 'en'));
}

function rows(document: ApiDocument, entries: readonly Entry[]): string[][] {
  return entries.map(({ path, value, operations }) => {
    const everywhere = operations.length === document.operations.length;
    return [inlineCode(path), value, everywhere ? 'All' : operations.join(', ')];
  });
}

/** All fields that contain a timestamp or a duration, with their units. */
export function unitsTable(config: ApiConfig, document: ApiDocument): string {
  const entries = entriesOf(config, document, ({ schema }) => {
    const { 'x-unit': unit = '', 'x-provisional': reason } = schema;
    return unit === '' || reason === undefined ? unit : `${unit} (unconfirmed)`;
  });
  return table(['Field', 'Unit', 'Operations'], rows(document, entries));
}

/** All fields with a limited size or range. */
export function limitsTable(config: ApiConfig, document: ApiDocument): string {
  const entries = entriesOf(config, document, ({ schema }) => {
    const { enum: _choices, const: _constant, pattern: _pattern, ...sized } = schema;
    return limits(sized).join('; ');
  });
  return table(['Field', 'Limit', 'Operations'], rows(document, entries));
}

/** All limits that are not a property of one field. */
function otherLimitsTable(config: ApiConfig, document: ApiDocument): string {
  const operationLink = (id: string) => {
    const title = document.operations.find((operation) => operation.id === id)?.title ?? id;
    return `[${title}](/${config.folder}/${id}/)`;
  };
  return table(
    ['What', 'Limit', 'Operations'],
    document.limits.map(({ subject, note, operations: operations, ...limit }) => [
      note === undefined ? subject : `${subject}. ${cell(note)}`,
      limitText(limit),
      operations.map(operationLink).join(', '),
    ]),
  );
}

/** Links from a page to the OpenAPI document of its API (`service-desc`, RFC 8631). @param root relative path of the site */
function serviceDescription(config: ApiConfig, root: string): string {
  const href = `${root}${downloadsFolder}/${openApiFile(config)}`;
  return `<head>\n  <link rel="service-desc" type="application/yaml" href="${href}" />\n</head>`;
}

/** Relative path of the site from the index page of an API. */
const rootFrom = ({ folder }: ApiConfig) => '../'.repeat(folder.split('/').length);

/** How to try the API without an account. */
const sandboxSentence =
  'Without an account, use the [sandbox](/getting-started/#without-an-account) of this site: ' +
  'use **Try it** on the page of an operation, or a terminal. The sandbox has the same operations and sample data.';

/** The first guide to read for each API. */
const firstGuide: Readonly<Record<ApiName, string>> = {
  platform:
    'To write your first program, see [Build a back end](/getting-started/#build-a-back-end).',
  device: 'To connect your first device, see [Submit data](/getting-started/submitData/).',
};

/** The index page of an API: one table of operations per tag. */
export function indexPage(config: ApiConfig, document: ApiDocument): string {
  const sections = document.tags.flatMap((tag) => [
    `## ${tag.name}`,
    tag.description,
    table(
      ['Operation', 'Description'],
      document.operations
        .filter((operation) => operation.tag === tag.name)
        .map((operation) => [
          `[${operation.title}](/${config.folder}/${operation.id}/)<br />${inlineCode(`${operation.method} ${operation.path}`)}`,
          `${cell(firstSentence(operation.description))}${operation.provisional ? ' **Unconfirmed.**' : ''}`,
        ]),
    ),
  ]);
  const count = document.operations.length;
  return [
    frontMatter({
      title: config.indexTitle,
      description: `All ${count} operations of the ${document.title}, grouped by resource.`,
      sidebar_label: 'All operations',
      openapi: config.name,
      pagination_label: config.indexTitle,
      keywords: ['API reference', 'all endpoints', 'all operations', 'client generator'],
    }),
    "import { Download, Downloads } from '@site/src/components/Downloads';",
    serviceDescription(config, rootFrom(config)),
    `All ${count} operations of the ${document.title}. ` +
      `For base URLs, authentication, units, limits and errors, see [${config.indexTitle} conventions](/${config.folder}/${config.introduction}/). ` +
      `To send all of them from curl, an editor, Hurl, Bruno or Postman, [download the requests](/${config.folder}/${config.introduction}/#all-requests).`,
    `${sandboxSentence} ${firstGuide[config.name]}`,
    element('div', { className: 'operations' }, sections),
    clientsSection(),
    '',
  ].join('\n\n');
}

function authentication(document: ApiDocument): string[] {
  return document.securitySchemes.flatMap((scheme) => [
    `### ${{ bearer: 'API key', key: 'Connection key', signature: 'Access token' }[scheme.kind]}`,
    fence('http', 'title="Headers"', credentialHeaders(scheme)),
    scheme.description,
  ]);
}

const sandboxCodesText =
  'The [sandbox](/essentials/#sandbox-responses) of this site returns these `reasonCode` values for its rate limits and quotas. ' +
  'Those of the platform are not documented, so handle any 429 in your program: wait as long as `Retry-After` says, then send the request again.';

/** The error catalog: all known codes, with the operations that return them. */
function codes(config: ApiConfig, document: ApiDocument): string[] {
  const { operations, reasonCodes, errorCodes, sandboxCodes } = document;
  const operationsWith = (name: string) => {
    const matching = operations.filter((operation) =>
      [...operation.reasonCodes, ...operation.errorCodes].some(({ code }) => code === name),
    );
    if (matching.length === 0) return '';
    if (matching.length === operations.length) return '**Returned by.** All operations.';
    const links = matching.map(({ id, title }) => `[${title}](/${config.folder}/${id}/)`);
    return `**Returned by.** ${links.join(', ')}.`;
  };
  const rest = (name: string) => {
    const recipe = recipes[name];
    const reason = recipe && 'reason' in recipe && recipe.reason;
    return [operationsWith(name), reason && `**Reproduce.** ${reason}`]
      .filter(Boolean)
      .join('\n\n');
  };
  const incomplete = 'Known codes. Others may exist.';
  return [
    ...(reasonCodes.length > 0 ? ['## Reason codes', incomplete, codeList(reasonCodes, rest)] : []),
    ...(errorCodes.length > 0 ? ['## Error codes', incomplete, codeList(errorCodes, rest)] : []),
    ...(sandboxCodes.length > 0
      ? ['## Sandbox codes', sandboxCodesText, codeList(sandboxCodes)]
      : []),
  ];
}

function pushedMessage(message: MqttMessage, index: number): string[] {
  return [
    `### ${inlineCode(message.topic.split('/').slice(3).join('/'))}`,
    message.description,
    bodyFields(`pushed-${index + 1}`, message.schema, ''),
    jsonFence(message.example, 'Message'),
  ];
}

function mqtt(facts: MqttFacts | undefined): string[] {
  if (!facts) return [];
  return [
    '## MQTT topics',
    `Connect to \`${facts.host}\`, port ${facts.ports.tls}, over TLS (see [MQTT endpoints](/device/mqtt-endpoints/)). Then subscribe:`,
    table(
      ['Topic', 'Messages'],
      facts.subscribe.map(({ topic, purpose }) => [inlineCode(topic), purpose]),
    ),
    '## Messages pushed to the device',
    ...facts.pushed.flatMap(pushedMessage),
  ];
}

/** A long table that the reader opens. */
const closed = (summary: string, content: string) =>
  `<details>\n<summary>${summary}</summary>\n\n${content}\n\n</details>`;

function limitSections(config: ApiConfig, document: ApiDocument): string[] {
  const others = ['## Other limits', otherLimitsTable(config, document)];
  return [
    '## Field limits',
    'Every field with a limited size or range. For all other limits, see [Limits](/essentials/#limits).',
    closed('All fields with a limit', limitsTable(config, document)),
    ...(document.limits.length > 0 ? others : []),
  ];
}

/** The conventions page of an API: what applies to all its operations. */
export function introductionPage(config: ApiConfig, document: ApiDocument): string {
  const units = unitsTable(config, document);
  return [
    frontMatter({
      title: `${config.indexTitle} conventions`,
      description: firstSentence(document.description),
      sidebar_label: 'Conventions',
      openapi: config.name,
      pagination_label: `${config.indexTitle} conventions`,
      keywords: ['request format', 'response format', 'error handling'],
    }),
    "import { Download, Downloads } from '@site/src/components/Downloads';\n" +
      "import { Code, Codes, Field, Fields, Nested } from '@site/src/features/operation-fields';",
    serviceDescription(config, `../${rootFrom(config)}`),
    document.description,
    ...codes(config, document),
    '## Try it without an account',
    `${sandboxSentence} ${firstGuide[config.name]}`,
    '## Base URLs',
    table(
      ['Base URL', 'Use'],
      document.servers.map((server) => [inlineCode(server.url), server.description]),
    ),
    '## Authentication',
    ...authentication(document),
    '## Operation groups',
    table(
      ['Group', 'Description'],
      document.tags.map((tag) => [tag.name, tag.description]),
    ),
    `For every operation, see the [index](/${config.folder}/).`,
    ...mqtt(document.mqtt),
    '## Units of time',
    'Every field that holds a timestamp or a duration, with its unit.',
    ...(units.includes('(unconfirmed)')
      ? ['For the reason why a unit is unconfirmed, follow the link to the field.']
      : []),
    closed('All fields with a time', units),
    ...limitSections(config, document),
    '## Downloads',
    'The OpenAPI document describes these operations, and with `x-internal` those that only guides explain.',
    ...downloadLinks({ config, document }),
    '',
  ].join('\n\n');
}

import type { ApiDocument, MqttFacts, PushedMessage } from '@anedya-docs/openapi-model';
import type { ApiName, ApiPlace } from './documents';
import { downloadLinks } from './downloads';
import { limitsTable, otherLimitsTable, unitsTable } from './field-index';
import { cell, firstSentence, frontMatter, inlineCode, table } from './markdown';
import { element, fence, jsonFence } from './mdx';
import { credentialHeaders } from './sections/authentication';
import { codeList } from './sections/codes';
import { bodyFields } from './sections/fields';

/** How a reader of an API tries it without an account. */
const sandboxSentence =
  'Without an account, try them in the [sandbox](/getting-started/#without-an-account) of this site: ' +
  'it answers the same calls over made-up devices and data, from **Send** on the page of a call and from a terminal.';

/** Where readers of an API begin. */
const firstGuide: Readonly<Record<ApiName, string>> = {
  platform: 'For a first program, see [Build a back end](/getting-started/#build-a-back-end).',
  device: 'For a first device, see [Submit data](/getting-started/submitData/).',
};

/** The index page of an API: every call in a table a tag. */
export function indexPage(place: ApiPlace, document: ApiDocument): string {
  const sections = document.tags.flatMap((tag) => [
    `## ${tag.name}`,
    tag.description,
    table(
      ['Call', 'What it does'],
      document.operations
        .filter((operation) => operation.tag === tag.name)
        .map((operation) => [
          `[${operation.title}](/${place.folder}/${operation.id}/)<br />${inlineCode(`${operation.method} ${operation.path}`)}`,
          `${cell(firstSentence(operation.description))}${operation.provisional ? ' **Unconfirmed.**' : ''}`,
        ]),
    ),
  ]);
  const count = document.operations.length;
  return [
    frontMatter({
      title: place.indexTitle,
      description: `All ${count} calls of the ${document.title}, grouped by what they act on.`,
      sidebar_label: 'All calls',
      pagination_label: place.indexTitle,
      keywords: ['API reference', 'all endpoints', 'all operations'],
    }),
    `All ${count} calls of the ${document.title}. ` +
      `URLs, credentials, units, limits and errors common to all of them: [${place.indexTitle} conventions](/${place.folder}/${place.introduction}/).`,
    `${sandboxSentence} ${firstGuide[place.name]}`,
    element('div', { className: 'calls' }, sections),
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

/** The error catalogue: every known code, with the calls that answer with it. */
function codes(place: ApiPlace, document: ApiDocument): string[] {
  const { operations, reasonCodes, errorCodes } = document;
  const callsWith = (name: string) => {
    const calls = operations.filter((operation) =>
      [...operation.reasonCodes, ...operation.errorCodes].some(({ code }) => code === name),
    );
    if (calls.length === 0) return '';
    if (calls.length === operations.length) return '**Calls.** Every call.';
    const links = calls.map(({ id, title }) => `[${title}](/${place.folder}/${id}/)`);
    return `**Calls.** ${links.join(', ')}.`;
  };
  const incomplete = 'These are the known codes. Others may exist.';
  return [
    ...(reasonCodes.length > 0
      ? ['## Reason codes', incomplete, codeList(reasonCodes, callsWith)]
      : []),
    ...(errorCodes.length > 0
      ? ['## Error codes', incomplete, codeList(errorCodes, callsWith)]
      : []),
  ];
}

function pushedMessage(message: PushedMessage, index: number): string[] {
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
    `Connect to \`${facts.host}\`, port ${facts.ports.tls}, over TLS: [MQTT endpoints](/device/mqtt-endpoints/) shows how. Then subscribe:`,
    table(
      ['Topic', 'What arrives there'],
      facts.subscribe.map(({ topic, purpose }) => [inlineCode(topic), purpose]),
    ),
    '## Messages pushed to the device',
    ...facts.pushed.flatMap(pushedMessage),
  ];
}

function limitSections(place: ApiPlace, document: ApiDocument): string[] {
  const others = ['## Other limits', otherLimitsTable(place, document)];
  return [
    '## Limits of fields',
    'Every field whose size or range is limited. More limits: [Limits](/essentials/#limits).',
    limitsTable(place, document),
    ...(document.limits.length > 0 ? others : []),
  ];
}

/** The conventions of an API: what all its calls share. */
export function introductionPage(place: ApiPlace, document: ApiDocument): string {
  return [
    frontMatter({
      title: `${place.indexTitle} conventions`,
      description: firstSentence(document.description),
      sidebar_label: 'Conventions',
      pagination_label: `${place.indexTitle} conventions`,
      keywords: ['request format', 'response format', 'error handling'],
    }),
    "import { Download, Downloads } from '@site/src/components/Downloads';\n" +
      "import { Code, Codes, Field, Fields, Nested } from '@site/src/components/Fields';",
    document.description,
    '## Try it without an account',
    `${sandboxSentence} ${firstGuide[place.name]}`,
    '## Addresses',
    table(
      ['Base URL', 'Use'],
      document.servers.map((server) => [inlineCode(server.url), server.description]),
    ),
    '## Authentication',
    ...authentication(document),
    '## Groups of calls',
    table(
      ['Group', 'What it covers'],
      document.tags.map((tag) => [tag.name, tag.description]),
    ),
    `The [index of all calls](/${place.folder}/) lists them one by one.`,
    ...mqtt(document.mqtt),
    '## Units of time',
    'Every field that carries a time or a duration, with its unit.',
    unitsTable(place, document),
    ...limitSections(place, document),
    ...codes(place, document),
    '## Downloads',
    `Both files of the ${document.title} say the same as these pages. The Postman collection holds every call with its example; fill in its secrets under Variables.`,
    downloadLinks(place),
    '',
  ].join('\n\n');
}

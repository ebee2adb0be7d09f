import {
  allLanguages,
  languages,
  languagesOf,
  mqttClients,
  mqttExchange,
  sampleRequest,
  type Language,
  type MqttClient,
} from '@anedya-docs/code-samples';
import type { MqttFacts, Operation } from '@anedya-docs/openapi-model';
import type { Plugin } from '@docusaurus/types';
import { grammars } from '../highlight/grammars';
import { createHighlighter } from '../highlight/highlighter';

/** A code sample in the format of `src/features/samples`. */
interface SampleTab {
  readonly id: string;
  readonly label: string;
  /** File name, shown as the title of the block. */
  readonly title: string;
  readonly language: string;
  /** Highlighted source. */
  readonly html: string;
}

/** Code samples of an operation, by tab group. */
interface OperationSamples {
  readonly http: readonly SampleTab[];
  /** Empty for an operation without MQTT. */
  readonly mqtt: readonly SampleTab[];
}

const highlight = createHighlighter(grammars);

/** HTML of each program: in development, a change of one operation leaves those of the others as they are. */
const highlighted = new Map<string, string>();

function tab({ id, label, file, highlight: language }: Language | MqttClient, source: string) {
  const key = `${language}\n${source}`;
  const html = highlighted.get(key) ?? highlight(source.replace(/\n$/, ''), language);
  highlighted.set(key, html);
  return { id, label, title: file, language, html };
}

/**
 * Complete programs that send the request of an operation. They are in a data file next to the page: as fences, they would
 * be two thirds of its Markdown and take most of the time to parse it.
 */
export function operationSamples(
  operation: Operation,
  facts: MqttFacts | undefined,
): OperationSamples {
  const request = sampleRequest(operation);
  const exchange = facts && mqttExchange(operation, facts);
  return {
    http: languagesOf(operation).map((language) => tab(language, language.render(request))),
    mqtt: exchange ? mqttClients.map((client) => tab(client, client.render(exchange))) : [],
  };
}

interface Group {
  /** Group name, used in the query parameter, the storage key and the attribute. */
  readonly group: string;
  readonly ids: readonly string[];
}

/** Tab groups, with their tabs in order. */
const sampleGroups: readonly Group[] = [
  { group: 'http', ids: allLanguages.map(({ id }) => id) },
  { group: 'mqtt', ids: mqttClients.map(({ id }) => id) },
];

/**
 * Runs before the first paint. Sets the selected language (`?lang=go`, or the stored choice) as an attribute, so that its
 * program is visible immediately and the layout does not shift. `src/features/samples` sets the same attributes, and marks
 * entries of the history whose address it has changed: there, the stored choice may be a later one.
 */
const script = `(function(){
var root=document.documentElement,address=new URLSearchParams(location.search),own=(history.state||{}).ownSamples;
${JSON.stringify(sampleGroups.map(({ group, ids }) => [group, ids]))}.forEach(function(entry){
var group=entry[0],ids=entry[1],choice=address.get(group==='http'?'lang':group),stored;
try{stored=localStorage.getItem('docs-sample-'+group)}catch(e){}
root.setAttribute('data-sample-'+group,(own?[stored,choice]:[choice,stored]).find(function(id){return ids.includes(id)})||ids[0])})
})()`.replaceAll('\n', '');

/** Menus of the operations that are not in all languages show their first program instead. The reader's choice is kept. */
function fallbackRules(): string {
  const [{ id: first } = { id: '' }] = languages;
  const menu = `.samples--${languages.map(({ id }) => id).join('-')}`;
  return allLanguages
    .slice(languages.length)
    .map(({ id }) => `[data-sample-http=${id}] ${menu} .sample--http-${first}{display:revert}`)
    .join('');
}

/**
 * CSS rules that show the chosen program and its name; the other rules are in `src/css/operation.css`. Without scripts every
 * program is visible.
 */
function choiceRules(): string {
  const each = (rule: (group: string, id: string) => string) =>
    sampleGroups.flatMap(({ group, ids }) => ids.map((id) => rule(group, id))).join(',');
  const chosen = (group: string, id: string) => `[data-sample-${group}=${id}]`;
  const shown = each((group, id) => `${chosen(group, id)} .sample--${group}-${id}`);
  return [
    'html:not([data-sample-http]) .samples__menu,[data-sample-http] .samples__panel{display:none}',
    `${shown}{display:revert}`,
    fallbackRules(),
  ].join('');
}

/** Elements of the page head that apply the selected language before the first paint. */
export function languageTags(): ReturnType<NonNullable<Plugin['injectHtmlTags']>> {
  return {
    headTags: [
      { tagName: 'style', attributes: {}, innerHTML: choiceRules() },
      { tagName: 'script', attributes: {}, innerHTML: script },
    ],
  };
}

import { languages, mqttClients } from '@anedya-docs/code-samples';
import type { Plugin } from '@docusaurus/types';

interface Group {
  /** Name of the group: the page address's parameter, the storage key and the attribute all carry it. */
  readonly group: string;
  readonly ids: readonly string[];
}

/** Groups of programs a reader chooses from, each in the order of its tabs. */
export const sampleGroups: readonly Group[] = [
  { group: 'http', ids: languages.map(({ id }) => id) },
  { group: 'mqtt', ids: mqttClients.map(({ id }) => id) },
];

/**
 * Runs before the first paint: marks the page with the reader's choice (`?lang=go`, or the one remembered), so that the
 * right program shows at once and nothing moves later. `src/components/Samples` writes the same attributes.
 */
const script = `(function(){
var root=document.documentElement,address=new URLSearchParams(location.search);
${JSON.stringify(sampleGroups.map(({ group, ids }) => [group, ids]))}.forEach(function(entry){
var group=entry[0],ids=entry[1],choice=address.get(group==='http'?'lang':group),kept;
try{kept=localStorage.getItem('docs-sample-'+group)}catch(e){}
root.setAttribute('data-sample-'+group,ids.includes(choice)?choice:ids.includes(kept)?kept:ids[0])})
})()`.replaceAll('\n', '');

/**
 * Style rules that show the chosen program and its tab; the rest of their look is in `src/css/call.css`. Without scripts
 * there is no choice, and every program shows.
 */
function choiceRules(): string {
  const each = (rule: (group: string, id: string) => string) =>
    sampleGroups.flatMap(({ group, ids }) => ids.map((id) => rule(group, id))).join(',');
  const chosen = (group: string, id: string) => `[data-sample-${group}=${id}]`;
  const panels = each((group, id) => `${chosen(group, id)} .samples__panel--${group}-${id}`);
  const tabs = each((group, id) => `${chosen(group, id)} .samples__tab--${group}-${id}`);
  return [
    'html:not([data-sample-http]) .samples__tabs,[data-sample-http] .samples__panel{display:none}',
    `${panels}{display:block}`,
    `${tabs}{color:var(--ifm-font-color-base);box-shadow:inset 0 -2px var(--ifm-color-primary)}`,
  ].join('');
}

/** What every page's head needs for the choice of language to hold from its first paint on. */
export function languageTags(): ReturnType<NonNullable<Plugin['injectHtmlTags']>> {
  return {
    headTags: [
      { tagName: 'style', attributes: {}, innerHTML: choiceRules() },
      { tagName: 'script', attributes: {}, innerHTML: script },
    ],
  };
}

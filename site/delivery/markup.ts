/** Names that selectors can match in a page, in the form PurgeCSS takes. */
export interface Markup {
  readonly tags: string[];
  readonly classes: string[];
  readonly ids: string[];
  readonly attributes: { readonly names: string[]; readonly values: string[] };
  readonly undetermined: string[];
}

const tag = /<([a-zA-Z][^\s>/]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g;
const attribute = /([^\s=/"']+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g;
const scripts = /<script[^>]*>[\s\S]*?<\/script>/g;

const sorted = (values: Iterable<string>) => [...new Set(values)].sort();

/** Elements, classes, ids and attributes of a page; scripts and text count for nothing. */
export function markupOf(html: string): Markup {
  const tags: string[] = [];
  const values = new Map<string, string[]>();
  for (const [, name = '', rest = ''] of html.replaceAll(scripts, '').matchAll(tag)) {
    tags.push(name.toLowerCase());
    for (const [, key = '', ...forms] of rest.matchAll(attribute)) {
      const list = values.get(key) ?? [];
      list.push(...forms.filter(Boolean).join(' ').split(/\s+/));
      values.set(key, list);
    }
  }
  const other = [...values].filter(([key]) => key !== 'class' && key !== 'id' && key !== 'href');
  return {
    // The parser adds these to a page that leaves them out.
    tags: sorted([...tags, 'html', 'head', 'body', 'tbody']),
    classes: sorted(values.get('class') ?? []),
    ids: sorted(values.get('id') ?? []),
    attributes: {
      names: sorted(values.keys()),
      values: sorted(other.flatMap(([, list]) => list)),
    },
    undetermined: [],
  };
}

/**
 * What tells two pages apart for a stylesheet: pages with the same key need the same rules.
 * @param known names the stylesheet mentions; the others make no difference to it
 */
export function styleKey(html: string, known: ReadonlySet<string>): string {
  const { tags, classes } = markupOf(html);
  return [tags, classes].map((names) => names.filter((name) => known.has(name)).join(' ')).join();
}

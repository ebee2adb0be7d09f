import type { SearchHit } from '../SearchResults/useResults';

const hitsPerGroup = 5;

interface GroupedHit {
  readonly hit: SearchHit;
  /** The hit of the page that contains this one, if it is among the hits. */
  readonly page?: SearchHit;
  /** True if the hit of the page is shown above this one. */
  readonly isBelowPage: boolean;
}

export interface HitGroup {
  /** HTML, like all texts of a hit. */
  readonly name: string;
  readonly members: readonly GroupedHit[];
}

const level = ({ hierarchy }: SearchHit, name: string) => hierarchy[name] ?? '';

/** The first hits of each value of a level, in the order of the best hit of each. */
function groupBy(hits: readonly SearchHit[], name: string): [string, SearchHit[]][] {
  const groups = new Map<string, SearchHit[]>();
  for (const hit of hits) {
    const value = level(hit, name);
    const group = groups.get(value) ?? [];
    if (group.length < hitsPerGroup) group.push(hit);
    groups.set(value, group);
  }
  return [...groups];
}

/** Groups hits by section, and in it by page, with at most 5 hits per section. */
export function groupHits(hits: readonly SearchHit[]): HitGroup[] {
  return groupBy(hits, 'lvl0').map(([name, section]) => ({
    name,
    members: groupBy(section, 'lvl1').flatMap(([, ofPage]) => {
      const page = ofPage.find(({ type }) => type === 'lvl1');
      const position = page ? ofPage.indexOf(page) : Infinity;
      return ofPage.map((hit, index) => ({
        hit,
        page: hit.type === 'lvl1' ? undefined : page,
        isBelowPage: hit.type !== 'lvl1' && index > position,
      }));
    }),
  }));
}

interface HitTexts {
  readonly title: string;
  /** Name of the page, if the title is not that name. */
  readonly page?: string;
  /** Text below a heading that matches. */
  readonly excerpt?: string;
}

/** The texts of a hit, with marks. */
export function textsOf(hit: SearchHit): HitTexts {
  const { type = 'lvl1', hierarchy, _snippetResult: snippets, _highlightResult: marked } = hit;
  const levelText = (name: string) =>
    snippets?.hierarchy?.[name]?.value ?? marked?.hierarchy?.[name]?.value ?? hierarchy[name];
  const content = snippets?.content?.value ?? hit.content ?? undefined;
  const title = type === 'content' ? content : levelText(type);
  return {
    title: title ?? levelText('lvl1') ?? hit.url,
    page: type === 'lvl1' ? undefined : (levelText('lvl1') ?? undefined),
    excerpt: type === 'content' ? undefined : content,
  };
}

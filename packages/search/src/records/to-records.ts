import { levels, type Level, type RecordType, type SearchRecord } from '../types.ts';
import type { Block } from './block.ts';
import { objectId } from '../object-id.ts';

/** What the records of one page share. */
export interface PageFacts {
  readonly url: string;
  readonly section: string | null;
  readonly language: string;
  readonly docusaurus_tag: string;
  readonly version: string;
  readonly page_rank: number;
  /** Other words that readers look for the page with. */
  readonly keywords: string | null;
}

type Hierarchy = Record<Level, string | null>;

/** Values of `weight.level` in DocSearch's crawler. */
const levelWeights = [100, 90, 80, 70, 60, 50];

function levelName(level: number): Level {
  return levels[Math.min(level, levels.length - 1)] ?? 'lvl6';
}

/** The hierarchy with `text` at a level and nothing below it. */
function below(hierarchy: Hierarchy, level: number, text: string | null): Hierarchy {
  const entries = levels.map((name, index) => [
    name,
    index < level ? (hierarchy[name] ?? null) : null,
  ]);
  return { ...(Object.fromEntries(entries) as Hierarchy), [levelName(level)]: text };
}

/** Blocks in order to records: headings open a level, text stands below the last one. Equal text is kept once. */
export function toRecords(blocks: readonly Block[], facts: PageFacts): SearchRecord[] {
  const { section, url: page, page_rank, keywords, ...shared } = facts;
  const records: SearchRecord[] = [];
  const seen = new Set<string>();
  let hierarchy = below({} as Hierarchy, 0, section);
  let depth = 0;
  let anchor: string | null = null;

  for (const block of blocks) {
    let own = hierarchy;
    let type: RecordType = 'content';
    if (block.kind === 'heading') {
      depth = block.level;
      hierarchy = below(hierarchy, block.level, block.text);
      own = hierarchy;
      anchor = block.level === 1 ? null : (block.anchor ?? anchor);
      type = levelName(block.level) as RecordType;
    } else if (block.kind === 'field') {
      own = below(hierarchy, depth + 1, block.name);
    }
    const at = block.kind === 'heading' ? anchor : (block.anchor ?? anchor);
    const url = at === null ? page : `${page}#${at}`;
    const key = block.kind === 'text' ? block.text : `${url} ${block.text}`;
    const objectID = objectId(url, type, block.text);
    if (seen.has(key) || seen.has(objectID)) continue;
    seen.add(key).add(objectID);
    records.push({
      objectID,
      type,
      hierarchy: own,
      content: type === 'content' ? block.text : null,
      keywords: type === 'lvl1' ? keywords : null,
      url,
      url_without_anchor: page,
      anchor: at,
      ...shared,
      weight: {
        page_rank,
        level: type === 'content' ? 0 : (levelWeights[depth - 1] ?? 0),
        position: records.length,
      },
    });
  }
  return records;
}

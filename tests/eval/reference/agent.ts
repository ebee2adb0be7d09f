import type { Device, Json } from '../project.ts';
import type { Program } from '../task.ts';
import { OperationPage } from './page.ts';
import type { Source } from './sources.ts';

/** Words of a title or a query, to compare them. */
const words = (text: string) => new Set(text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? []);

/**
 * The scripted agent: for each task it knows what to look for, and nothing of the platform. Addresses, names of fields, units and
 * limits come from the pages that its source returns.
 */
export class ReferenceAgent {
  private readonly pages = new Map<string, OperationPage>();

  constructor(private readonly source: Source) {}

  /** Finds the operation whose title is closest to some words. */
  async operation(query: string, api?: 'device'): Promise<OperationPage> {
    const known = this.pages.get(`${api}${query}`);
    if (known) return known;
    const wanted = words(query);
    const hits = (await this.source.find(query)).filter(({ path }) =>
      api === 'device' ? /^\/device\/api\/.+\//.test(path) : /^\/platform-api\/.+\//.test(path),
    );
    const score = ({ title }: { title: string }) => {
      const own = words(title);
      const common = [...own].filter((word) => wanted.has(word)).length;
      return common / (own.size + wanted.size - common);
    };
    const [best] = hits.sort((a, b) => score(b) - score(a));
    if (!best) throw new Error(`nothing was found for "${query}"`);
    const page = new OperationPage(best.path, await this.source.readOperation(best.path));
    this.pages.set(`${api}${query}`, page);
    return page;
  }

  /** Whether the documentation has an operation with such a title. */
  async hasOperation(query: string, title: RegExp): Promise<boolean> {
    const hits = await this.source.find(query);
    return hits.some(
      (hit) => /^\/(?:platform-api|device\/api)\/.+/.test(hit.path) && title.test(hit.title),
    );
  }

  /** Sends a request. @param device for the Device API */
  send(page: OperationPage, body: Json, device?: Device): Promise<Json> {
    return this.source.send(page, body, device);
  }

  /** Reads a page, or the one of its sections whose heading matches. */
  async read(query: string, path: RegExp, section: string): Promise<string> {
    const hit = (await this.source.find(query)).find((found) => path.test(found.path));
    if (!hit) throw new Error(`nothing was found for "${query}"`);
    return this.source.readSection(hit.path, section);
  }

  /** Reads the sample of an operation in another language. */
  sample(page: OperationPage, language: string): Promise<string> {
    return this.source.sample(page, language);
  }
}

/** Returns the first code fence of a language. */
export function fence(markdown: string, language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``).exec(markdown) ?? [];
  if (code === undefined) throw new Error(`there is no ${language} in the page`);
  return code;
}

/** Replaces text of a sample. @throws Error if the sample does not have it */
export function adapt(code: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((source, [from, to]) => {
    if (!from.test(source)) throw new Error(`the sample has no ${String(from)}`);
    return source.replace(from, () => to);
  }, code);
}

export const nodejs = (source: string): Program => ({ language: 'nodejs', source });
export const bash = (source: string): Program => ({ language: 'bash', source });

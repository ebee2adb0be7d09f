import type { Finding, Page, Rule } from './page.ts';
import { textsFileOf, pageOf } from './read-pages.ts';

const frontMatter = '---\ntitle: A page\ndescription: See how a rule works.\n---\n\n';

/** Number of lines of {@link sample} before its body. */
export const linesBefore = frontMatter.split('\n').length - 1;

/** A page with valid front matter and the given body. */
export function sample(body: string): Page {
  return pageOf('sample.mdx', frontMatter + body);
}

/** An API document with one operation. */
export function sampleDocument(description: string): Page {
  return textsFileOf(
    'sample.yaml',
    `paths:\n  /x:\n    post:\n      operationId: x\n      description: ${description}\n`,
  );
}

/** Findings of a rule in a body, as `line message`; lines are counted from the start of the body. */
export function findings(rule: Rule, body: string): string[] {
  return rule(sample(body)).map(({ line, message }: Finding) => `${line - linesBefore} ${message}`);
}

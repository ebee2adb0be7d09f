import type { JsonValue } from '@anedya-docs/openapi-model';
import { toString } from 'mdast-util-to-string';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';

/** Front matter block; values are written as JSON, which is valid YAML. */
export function frontMatter(
  values: Readonly<Record<string, string | boolean | readonly string[]>>,
): string {
  const lines = Object.entries(values).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---`;
}

/** Inline code that is also valid in a table cell. */
export function inlineCode(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

/** A paragraph as the content of a table cell. */
export function cell(text: string): string {
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
}

/** A GitHub-flavored table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** First sentence of a Markdown text without its markup, for descriptions. */
export function firstSentence(markdown: string): string {
  const flat = markdown
    .split(/\n\s*\n/)[0]
    ?.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return /^.*?[.!?](?=\s|$)/.exec(flat ?? '')?.[0] ?? flat ?? '';
}

type Attribute = string | boolean | undefined;

/** A JSX attribute. Strings are written as expressions, so that they need no escapes. */
function attribute([name, value]: readonly [string, Attribute]): string {
  if (value === undefined || value === false) return '';
  return value === true ? ` ${name}` : ` ${name}={${JSON.stringify(value)}}`;
}

/** A JSX element around blocks of Markdown. */
export function element(
  name: string,
  attributes: Readonly<Record<string, Attribute>>,
  children: readonly string[],
): string {
  const open = `<${name}${Object.entries(attributes).map(attribute).join('')}`;
  const blocks = children.filter((child) => child !== '');
  return blocks.length === 0 ? `${open} />` : [`${open}>`, ...blocks, `</${name}>`].join('\n\n');
}

/** A JSX element on one line, around inline Markdown. */
export function inlineElement(name: string, className: string, text: string): string {
  return `<${name} className="${className}">${text}</${name}>`;
}

/** Link to the list of unconfirmed details, which `<OpenQuestions />` writes. */
const openQuestions = '/essentials/#open-questions';

/** Badge of an unconfirmed field, linked to the list of open questions. */
export const unconfirmedBadge = `**[Unconfirmed.](${openQuestions})**`;

/** Notice that an operation is unconfirmed, with the reason. */
export function unconfirmedNotice(reason: string): string {
  return `:::warning[Unconfirmed]\n\n${reason} See all [open questions](${openQuestions}).\n\n:::`;
}

/** A fenced block with a fence that is longer than any run of backticks in it. */
export function fence(language: string, meta: string, source: string): string {
  const longest = Math.max(2, ...[...source.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language} ${meta}\n${source.replace(/\n$/, '')}\n${ticks}`;
}

/** A fenced block of JSON, indented by two spaces. */
export function jsonFence(value: JsonValue, title: string): string {
  return fence('json', `title="${title}"`, JSON.stringify(value, null, 2));
}

const parser = unified().use(remarkParse);

/** Text of a Markdown source without markup: blocks are joined with spaces, and code keeps its backticks. */
export function plainText(text: string): string {
  const tree = parser.parse(text);
  visit(tree, 'inlineCode', (node) => {
    node.value = `\`${node.value}\``;
  });
  return tree.children.map((block) => toString(block).replaceAll(/\s+/g, ' ').trim()).join(' ');
}

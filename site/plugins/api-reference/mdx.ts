import type { JsonValue } from '@anedya-docs/openapi-model';

type Attribute = string | boolean | undefined;

/** An attribute of a JSX element; text goes into an expression, so that no character needs an escape of its own. */
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

/** The list of all that is unconfirmed, which `<OpenQuestions />` writes. */
const openQuestions = '/anedya-overview/#open-questions';

/** The badge of something that is unconfirmed: it leads to the list of all of it. */
export const unconfirmedBadge = `**[Unconfirmed.](${openQuestions})**`;

/** The notice that an operation is unconfirmed, and why. */
export function unconfirmedNotice(reason: string): string {
  return `:::warning[Unconfirmed]\n\n${reason} See all [open questions](${openQuestions}).\n\n:::`;
}

/** A fenced block whose fence is longer than any run of backticks inside. */
export function fence(language: string, meta: string, source: string): string {
  const longest = Math.max(2, ...[...source.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language} ${meta}\n${source.replace(/\n$/, '')}\n${ticks}`;
}

/** A fenced block of JSON, indented by two. */
export function jsonFence(value: JsonValue, title: string): string {
  return fence('json', `title="${title}"`, JSON.stringify(value, null, 2));
}

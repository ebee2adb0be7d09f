/** A part of a hint, which is either code or words. */
export interface HintPart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Markdown without links and emphasis; code stays between backticks. */
const plain = (markdown: string) =>
  markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('**', '');

/** The first sentence of a description in Markdown, as words and code. A dot inside code ends nothing. */
export function hintOf(description = ''): readonly HintPart[] {
  const [sentence = ''] =
    /^(?:`[^`]*`|[^`]|`)*?(?:[.!?](?=\s|$)|$)/.exec(plain(description).trim()) ?? [];
  return sentence
    .split('`')
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

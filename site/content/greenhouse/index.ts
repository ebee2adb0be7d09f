import type { ObjectExpression, Program, Property } from 'estree';
import type { Root } from 'mdast';
import type { MdxJsxAttribute, MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import type { VFile } from 'vfile';
import type { PartName } from './parts';
import { frameOf, isPartName, pictureClass, pictureContent } from './pictures';

const attribute = (name: string, value: MdxJsxAttribute['value']): MdxJsxAttribute => ({
  type: 'mdxJsxAttribute',
  name,
  value,
});

/** The attribute of React that sets the content of an element. */
function innerHtml(html: string): MdxJsxAttribute {
  const content: Property = {
    type: 'Property',
    kind: 'init',
    method: false,
    shorthand: false,
    computed: false,
    key: { type: 'Identifier', name: '__html' },
    value: { type: 'Literal', value: html },
  };
  const expression: ObjectExpression = { type: 'ObjectExpression', properties: [content] };
  const body: Program['body'] = [{ type: 'ExpressionStatement', expression }];
  return attribute('dangerouslySetInnerHTML', {
    type: 'mdxJsxAttributeValueExpression',
    value: '',
    data: { estree: { type: 'Program', sourceType: 'module', body, comments: [] } },
  });
}

/**
 * The picture. Its drawing is on the page, as that of a diagram: some browsers do not show parts of another file that they have in
 * their memory (Chromium 143).
 */
function picture(part: PartName): MdxJsxFlowElement {
  const { viewBox, strokeWidth } = frameOf(part);
  return {
    type: 'mdxJsxFlowElement',
    name: 'svg',
    attributes: [
      attribute('className', pictureClass),
      attribute('data-part', part),
      attribute('viewBox', viewBox),
      attribute('strokeWidth', String(strokeWidth)),
      attribute('preserveAspectRatio', 'xMidYMid slice'),
      attribute('aria-hidden', 'true'),
      innerHtml(pictureContent(part)),
    ],
    children: [],
  };
}

/** Remark plugin: the picture of a guide whose front matter names the lit part, such as `greenhouse: antenna`, below the title. */
export default function remarkGreenhouse() {
  return (tree: Root, file: VFile): void => {
    const { greenhouse: part } = (file.data.frontMatter ?? {}) as { greenhouse?: unknown };
    if (part === undefined) return;
    if (!isPartName(part))
      file.fail(`greenhouse: ${JSON.stringify(part)} is not a part of the drawing`);
    else tree.children.unshift(picture(part));
  };
}

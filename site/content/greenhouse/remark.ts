import type { Root, RootContent } from 'mdast';
import type { MdxJsxAttribute, MdxJsxFlowElement } from 'mdast-util-mdx-jsx';
import type { VFile } from 'vfile';
import type { PartName } from './parts';
import { frameOf, isPartName, pictureClass, pictureFile, sceneId } from './pictures';

interface Settings {
  /** Base path of the site, with a trailing slash. */
  readonly baseUrl: string;
}

const element = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: MdxJsxFlowElement[] = [],
): MdxJsxFlowElement => ({
  type: 'mdxJsxFlowElement',
  name,
  attributes: Object.entries(attributes).map(([attribute, value]): MdxJsxAttribute => ({
    type: 'mdxJsxAttribute',
    name: attribute,
    value,
  })),
  children,
});

/** The picture: the scene, and the lit part over it. It is in a file that all guides share, so pages have no code for it. */
function picture(part: PartName, { baseUrl }: Settings): RootContent {
  const { viewBox, strokeWidth } = frameOf(part);
  const { folder, name } = pictureFile;
  const use = (id: string) => element('use', { href: `${baseUrl}${folder}/${name}#${id}` });
  return element(
    'svg',
    {
      className: pictureClass,
      viewBox,
      strokeWidth: String(strokeWidth),
      preserveAspectRatio: 'xMidYMid slice',
      'aria-hidden': 'true',
    },
    [use(sceneId), use(part)],
  );
}

/** Remark plugin: the picture of a guide whose front matter names the lit part, such as `greenhouse: antenna`, below the title. */
export default function remarkGreenhouse(settings: Settings) {
  return (tree: Root, file: VFile): void => {
    const { greenhouse: part } = (file.data.frontMatter ?? {}) as { greenhouse?: unknown };
    if (part === undefined) return;
    if (!isPartName(part))
      file.fail(`greenhouse: ${JSON.stringify(part)} is not a part of the drawing`);
    else tree.children.unshift(picture(part, settings));
  };
}

import type { Root } from 'mdast';
import { visit } from 'unist-util-visit';
import { readEnvironment } from '../../config/environment';

/** Remark plugin: `[console](console:)` in prose links to `CONSOLE_URL`, in the HTML and in the Markdown of a page. */
export default function remarkConsoleLink() {
  const { CONSOLE_URL } = readEnvironment();
  return (tree: Root): void => {
    visit(tree, 'link', (link) => {
      if (link.url === 'console:') link.url = CONSOLE_URL;
    });
  };
}

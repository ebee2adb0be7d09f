/**
 * Reads the Markdown of a page. Long pages have several files (`plugins/markdown-pages`); their texts are joined.
 * @param page URL of the page, which ends with a slash
 * @throws Error when a file cannot be read
 */
export async function pageMarkdown(page: string, get: typeof fetch): Promise<string> {
  const read = async (file: string) => {
    const response = await get(new URL(file, page));
    if (!response.ok) throw new Error(`${file}: HTTP ${response.status}`);
    return response.text();
  };
  const first = await read('index.md');
  const [, count = '1'] = /^title: .* \(part 1 of (\d+)\)"$/m.exec(first) ?? [];
  const files = Array.from(
    { length: Number(count) - 1 },
    (_, index) => `index-part-${index + 2}.md`,
  );
  const others = await Promise.all(files.map(read));
  return [first, ...others.map((text) => text.replace(/^---\n[\s\S]*?\n---\n/, ''))].join('\n');
}

/**
 * Returns the URL that opens a chat with the Markdown of a page.
 * @param template setting `ASSISTANTS`: a URL with `{page}`
 * @param page URL of the page, which ends with a slash before its query and fragment
 */
export function chatUrl(template: string, page: string): string {
  const markdown = new URL('index.md', page).href;
  return template.replaceAll('{page}', encodeURIComponent(markdown));
}

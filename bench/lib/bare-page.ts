/**
 * The least a page can be: its own text and its own styles, and nothing else. What the site's page costs beyond it is
 * the price of the application around the text.
 */
export function barePage(html: string): string {
  const main = /<main[\s\S]*?<\/main>/.exec(html)?.[0];
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css);
  const title = /<title[^>]*>([\s\S]*?)<\/title>/.exec(html)?.[1];
  if (main === undefined || styles.length === 0)
    throw new Error('the page has no main or no style');
  return (
    `<!doctype html><html lang="en" data-theme="dark"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${title ?? ''}</title><style>${styles.join('')}</style><body>${main}</body></html>`
  );
}

import { describe, expect, it } from 'vitest';
import { HtmlFile } from './html-file';
import { setDefaultMode } from './static-html';

const withDefaultMode = (html: string) => {
  const page = new HtmlFile(html);
  setDefaultMode(page);
  return page.toString();
};

/** The framework's script, from its template and minifier. */
const script = '<script>var t,e=stored();t=null!==e?e:"dark",set("data-theme",t)</script>';

describe('setDefaultMode', () => {
  it('sets the dark mode on a page without JavaScript', () => {
    const start = '<!doctype html><html data-theme=dark lang=en data-has-hydrated=false><script>';
    expect(
      withDefaultMode(`<!doctype html><html lang=en data-has-hydrated=false>${script}`).slice(
        0,
        start.length,
      ),
    ).toBe(start);
    expect(withDefaultMode(`<html>${script}`)).toMatch(/^<html data-theme=dark><script>/);
  });

  it('uses a stored mode only if it is light or dark', () => {
    expect(withDefaultMode(`<html>${script}`)).toContain('t="light"===e?e:"dark",set');
  });

  it.each([
    `<!doctype html><p>${script}`,
    `<html lang=en data-theme=light>${script}`,
    '<html><p>',
    `<html>${script}${script}`,
  ])('reports a template that has changed: %s', (html) => {
    expect(() => withDefaultMode(html)).toThrow('has changed');
  });
});

import { describe, expect, it } from 'vitest';
import { reportUrl } from './environment';

describe('reportUrl', () => {
  it('fills in the version and leaves the end of the title to the page', () => {
    const form = 'https://git.example.org/docs/issues/new?template=page.md';
    const url = new URL(reportUrl(form, '1.2.3') + encodeURIComponent('/a/?b&c'));
    expect(url.origin + url.pathname).toBe('https://git.example.org/docs/issues/new');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      template: 'page.md',
      title: 'Problem with /a/?b&c',
      body: 'Version: 1.2.3\n\nWhat is wrong?\n',
    });
  });

  it('is empty without a form', () => {
    expect(reportUrl('', '1.2.3')).toBe('');
  });
});

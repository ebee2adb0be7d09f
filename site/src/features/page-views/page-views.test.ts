import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('@docusaurus/ExecutionEnvironment', () => ({ default: { canUseDOM: true } }));

const gtag = vi.fn();

beforeEach(() => {
  vi.resetModules();
  gtag.mockReset();
  vi.stubGlobal('window', { gtag, location: { origin: 'https://docs.example.com' } });
  vi.stubGlobal('document', { title: 'Search results for "my own words" | Docs' });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run());
});
afterEach(() => vi.unstubAllGlobals());

/** Reports a route update like the framework. */
async function goTo(pathname: string): Promise<void> {
  const { onRouteDidUpdate } = await import('./client-module');
  const location = { pathname, search: '?q=my+own+words', hash: '', state: undefined };
  onRouteDidUpdate?.({ location, previousLocation: null });
}

describe('page views of the Google tag', () => {
  it('contain neither the words nor the query of a search', async () => {
    await goTo('/search/');
    expect(gtag.mock.calls).toEqual([
      [
        'set',
        {
          page_title: 'Search the documentation | Docs',
          page_location: 'https://docs.example.com/search/',
          page_path: '/search/',
        },
      ],
      ['event', 'page_view'],
    ]);
  });

  it('are not sent for a reader who opts out of tracking', async () => {
    vi.stubGlobal('navigator', { doNotTrack: '1' });
    await goTo('/search/');
    expect(gtag).not.toHaveBeenCalled();
  });
});

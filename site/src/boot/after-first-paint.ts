/**
 * Loads the full stylesheet and the scripts of a page after its first paint. An inline script at the end of every page
 * (`delivery/first-paint.ts`), so it has no imports.
 *
 * It waits until the browser reports its first contentful paint (Paint Timing, 3), one second at most; a hidden tab paints
 * nothing. Then it loads the full stylesheet, and the scripts listed in `meta` elements, in order. It reports when all scripts
 * have loaded or failed.
 */

const names = document.querySelectorAll<HTMLMetaElement>('meta[name="docs-script"]');
let unsettled = names.length;
let isStarted = false;

function settle(): void {
  unsettled -= 1;
  if (unsettled === 0) document.dispatchEvent(new Event('docs:scripts-settled'));
}

function loadScripts(): void {
  for (const { content } of names) {
    const script = document.createElement('script');
    script.src = content;
    script.async = false;
    script.fetchPriority = 'low';
    script.onload = script.onerror = settle;
    document.head.append(script);
  }
  // The engine loads its collation tables with the first comparison (40 ms on a phone), which the theme would cause in a render.
  setTimeout(() => 'a'.localeCompare('b'));
}

/**
 * Loads the full stylesheet, which replaces the rules of the first paint in one step: with both, each later change of styles
 * takes longer. A change of the attribute `media` would load it again.
 */
function loadStyles(): void {
  for (const early of document.querySelectorAll<HTMLStyleElement>('style[data-docs-sheet]')) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = early.dataset.docsSheet ?? '';
    link.media = 'print';
    link.fetchPriority = 'high';
    link.onload = () => {
      if (link.sheet) link.sheet.media.mediaText = 'all';
      early.disabled = true;
    };
    early.after(link);
  }
}

function start(): void {
  if (isStarted) return;
  isStarted = true;
  loadStyles();
  setTimeout(loadScripts);
}

function startAfterPaint(): void {
  try {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) start();
    }).observe({ type: 'paint', buffered: true });
  } catch {
    // The timer starts it.
  }
  setTimeout(start, 1000);
}

if (document.hidden) start();
else startAfterPaint();

export {};

import type { ClientModule } from '@docusaurus/types';

/** Whether a font has arrived after the first paint, which shows its fallback for as long as the page is open. */
function hasLateFont(): boolean {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return resources.some(
    ({ name, responseEnd }) =>
      name.endsWith('.woff2') && paint !== undefined && responseEnd > paint.startTime,
  );
}

/** Client module of Docusaurus: shows a font that was late from the next page on, where a change of text moves nothing. */
const lateFonts: ClientModule = {
  onRouteDidUpdate({ location, previousLocation }) {
    if (!previousLocation || previousLocation.pathname === location.pathname || !hasLateFont())
      return;
    for (const rule of [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])) {
      if (rule instanceof CSSFontFaceRule) rule.style.setProperty('font-display', 'swap');
    }
  },
};

export default lateFonts;

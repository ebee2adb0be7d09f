import type { ClientModule } from '@docusaurus/types';

/** The element that a fragment refers to; null for one that cannot be decoded. */
function elementOf(fragment: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(fragment));
  } catch {
    return null;
  }
}

/** Opens the folded elements around a target. @returns whether one was closed */
function unfold(target: Element): boolean {
  const around = target.parentElement?.closest('details');
  if (!around) return false;
  const wasClosed = !around.open;
  around.open = true;
  return unfold(around) || wasClosed;
}

/**
 * Client module of Docusaurus: opens what is folded around the target of a link, and the folded section whose heading is the
 * target. Browsers do so only for links that the router does not handle.
 */
const openTarget: ClientModule = {
  onRouteDidUpdate({ location }) {
    const fragment = location.hash.slice(1);
    const section = document.querySelector(`details[data-section="${CSS.escape(fragment)}"]`);
    if (section instanceof HTMLDetailsElement) section.open = true;
    const target = elementOf(fragment);
    if (target && unfold(target)) target.scrollIntoView();
  },
};

export default openTarget;

import { useEffect, useRef } from 'react';
import { useLocation } from '@docusaurus/router';

/** A section of the page: the id and the position of its heading. */
export interface Section {
  readonly id: string;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The section that a reader sees: the first whose heading is in the upper half of the window, or the one before the first
 * heading below that. The theme has the same rule.
 * @param sections in document order
 * @param window.top lower edge of what covers the page at the top
 */
export function sectionInView(
  sections: readonly Section[],
  window: { readonly top: number; readonly height: number },
): string | undefined {
  const next = sections.findIndex(({ top }) => top >= window.top);
  if (next === -1) return sections.at(-1)?.id;
  const isNear = (sections[next]?.bottom ?? 0) < window.height / 2;
  return sections[isNear ? next : next - 1]?.id;
}

/** Whether a heading is in a column that stays in view, such as the code samples of an operation on a wide screen. */
const isPinned = ({ parentElement }: Element) =>
  parentElement !== null && getComputedStyle(parentElement).position === 'sticky';

/** Class of the theme's links. */
const linkClass = 'table-of-contents__link';

/** Ids of sections have no characters that a URL encodes. */
const idOf = ({ hash }: { readonly hash: string }) => hash.slice(1);

function sectionsOf(links: readonly HTMLAnchorElement[]): Section[] {
  return links.flatMap((link) => {
    const id = idOf(link);
    const heading = document.getElementById(id);
    if (!heading || isPinned(heading)) return [];
    const { top, bottom } = heading.getBoundingClientRect();
    return [{ id, top, bottom }];
  });
}

/**
 * Marks the link of the section in view in the page's table of contents. A section that a link has led to is the one in view
 * until the reader scrolls: it may be too short to reach the top, or be in a column that does not scroll.
 */
export default function useSectionInView(): void {
  const location = useLocation();
  const first = useRef(location);
  useEffect(() => {
    const isFollowed = location !== first.current && location.hash !== '';
    const followed = isFollowed ? { id: idOf(location), y: window.scrollY } : undefined;
    const update = () => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>(`.${linkClass}`)];
      const { scrollY, innerHeight } = window;
      const current =
        followed?.y === scrollY
          ? followed.id
          : sectionInView(sectionsOf(links), {
              top: document.querySelector('.navbar')?.clientHeight ?? 0,
              height: innerHeight,
            });
      for (const link of links)
        link.classList.toggle(`${linkClass}--active`, idOf(link) === current);
    };
    window.addEventListener('resize', update);
    document.addEventListener('scroll', update);
    update();
    return () => {
      window.removeEventListener('resize', update);
      document.removeEventListener('scroll', update);
    };
  }, [location]);
}

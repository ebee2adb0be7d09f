import type { ClientModule } from '@docusaurus/types';

/** A table wider than its column scrolls in its frame: the keyboard must be able to reach that then, and only then. */
function update(frames: Iterable<Element>): void {
  for (const frame of frames) {
    if (frame.scrollWidth > frame.clientWidth) frame.setAttribute('tabindex', '0');
    else frame.removeAttribute('tabindex');
  }
}

let observer: ResizeObserver | undefined;

/** Client module of Docusaurus: watches the tables of the page that is shown. */
const scrollableTables: ClientModule = {
  onRouteDidUpdate() {
    observer?.disconnect();
    const frames = document.querySelectorAll('.markdown .table');
    observer = new ResizeObserver(() => update(frames));
    for (const frame of frames) {
      observer.observe(frame);
      // The content of a frame can grow while the frame keeps its size.
      for (const table of frame.children) observer.observe(table);
    }
  },
};

export default scrollableTables;

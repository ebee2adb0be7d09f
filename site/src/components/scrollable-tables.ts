import type { ClientModule } from '@docusaurus/types';

/** Makes frames of tables focusable while the table is wider than the frame, so that the keyboard can scroll them. */
function update(frames: Iterable<Element>): void {
  for (const frame of frames) {
    if (frame.scrollWidth > frame.clientWidth) frame.setAttribute('tabindex', '0');
    else frame.removeAttribute('tabindex');
  }
}

let observer: ResizeObserver | undefined;

/** Client module of Docusaurus: observes the tables of the current page. */
const scrollableTables: ClientModule = {
  onRouteDidUpdate() {
    observer?.disconnect();
    const frames = document.querySelectorAll('.markdown .table');
    observer = new ResizeObserver(() => update(frames));
    for (const frame of frames) {
      observer.observe(frame);
      // The content of a frame can grow while the size of the frame does not change.
      for (const table of frame.children) observer.observe(table);
    }
  },
};

export default scrollableTables;

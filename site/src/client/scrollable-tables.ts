import type { ClientModule } from '@docusaurus/types';

/** A table wider than its column scrolls in itself: the keyboard must be able to reach it then, and only then. */
function update(tables: Iterable<Element>): void {
  for (const table of tables) {
    if (table.scrollWidth > table.clientWidth) table.setAttribute('tabindex', '0');
    else table.removeAttribute('tabindex');
  }
}

let observer: ResizeObserver | undefined;

/** Client module of Docusaurus: watches the tables of the page that is shown. */
const scrollableTables: ClientModule = {
  onRouteDidUpdate() {
    observer?.disconnect();
    observer = new ResizeObserver((entries) => update(entries.map(({ target }) => target)));
    for (const table of document.querySelectorAll('.markdown table')) observer.observe(table);
  },
};

export default scrollableTables;

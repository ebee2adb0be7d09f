import type { ClientModule } from '@docusaurus/types';

/** Client module of Docusaurus: opens the folded section that a link leads to. Its heading is above the fold. */
const openTarget: ClientModule = {
  onRouteDidUpdate({ location }) {
    const section = document.querySelector(
      `details[data-section="${CSS.escape(location.hash.slice(1))}"]`,
    );
    if (section instanceof HTMLDetailsElement) section.open = true;
  },
};

export default openTarget;

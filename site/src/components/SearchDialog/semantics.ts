/**
 * Corrects the ARIA roles of DocSearch, which gives its dialog the role of a button with a list box, and its bars those of
 * the page's banner and footer. A modal dialog has these attributes (WAI-ARIA Authoring Practices, dialog pattern).
 */
const wanted: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  '.DocSearch-Container': {
    role: 'dialog',
    'aria-modal': 'true',
    'aria-label': 'Search docs',
    'aria-labelledby': null,
    'aria-expanded': null,
    'aria-haspopup': null,
    'aria-owns': null,
    'aria-controls': null,
    tabindex: '-1',
  },
  '.DocSearch-SearchBar': { role: 'none' },
  '.DocSearch-Footer': { role: 'none' },
};

/** Sets or removes an attribute if it differs: every write would trigger the mutation observer. */
function put(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Hits contain links, and recent searches contain buttons. An option may contain neither; a tree item may. */
function correctLists(): void {
  for (const hit of document.querySelectorAll('.DocSearch-Hit')) {
    put(hit, 'role', 'treeitem');
    if (hit.parentElement) put(hit.parentElement, 'role', 'tree');
  }
}

/** Removes ids of lists that do not exist: the input refers to the lists of all its sources, also of empty ones. */
function correctReferences(): void {
  const input = document.querySelector('.DocSearch-Input');
  for (const name of ['aria-controls', 'aria-owns']) {
    const ids = input?.getAttribute(name)?.split(' ');
    if (!input || !ids) continue;
    const present = ids.filter((id) => document.getElementById(id) !== null);
    put(input, name, present.length === 0 ? null : present.join(' '));
  }
}

function correct(): void {
  for (const [selector, attributes] of Object.entries(wanted)) {
    const element = document.querySelector(selector);
    if (!element) continue;
    for (const [name, value] of Object.entries(attributes)) put(element, name, value);
  }
  correctLists();
  correctReferences();
}

/** Corrects the dialog's attributes while it is open. Returns a function that stops it. */
export function keepDialogSemantics(): () => void {
  correct();
  const observer = new MutationObserver(correct);
  const dialog = document.querySelector('.DocSearch-Container');
  if (dialog) {
    observer.observe(dialog, {
      attributes: true,
      attributeFilter: [...Object.keys(wanted['.DocSearch-Container'] ?? {}), 'aria-controls'],
      childList: true,
      subtree: true,
    });
  }
  return () => observer.disconnect();
}

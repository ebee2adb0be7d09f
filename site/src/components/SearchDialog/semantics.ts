/**
 * DocSearch marks its whole dialog as a button with a list box, and its bars as banner and footer of the page. These are
 * the attributes a modal dialog has (WAI-ARIA Authoring Practices, dialog pattern).
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

function correct(): void {
  for (const [selector, attributes] of Object.entries(wanted)) {
    const element = document.querySelector(selector);
    for (const [name, value] of Object.entries(attributes)) {
      // Only differences are written: each write is a mutation of its own.
      if (!element || element.getAttribute(name) === value) continue;
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  }
}

/** Keeps the dialog's attributes right while it is open. Returns the function that stops it. */
export function keepDialogSemantics(): () => void {
  correct();
  const observer = new MutationObserver(correct);
  const dialog = document.querySelector('.DocSearch-Container');
  if (dialog) observer.observe(dialog, { attributes: true });
  return () => observer.disconnect();
}

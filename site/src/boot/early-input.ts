/**
 * Responds to the reader from the first paint until React has hydrated the page, and then repeats the reader's input in
 * React. It runs as an inline script in the head of every page (`content/early-input`), so it imports only small functions.
 *
 * Links, `details` and fields work natively. A color mode, a sample language, the mobile menu and the search field respond at
 * once. Any other button is clicked again after hydration.
 */

import { isComposing, isShortcut, isTextField } from '../components/keyboard';

const root = document.documentElement;

/**
 * Events that would make React hydrate the whole page in one task, which blocks the next paint. Hydration continues in steps
 * while they do not reach React. Their native effects are unchanged.
 */
const delayedEvents = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'touchstart',
  'touchend',
  'keydown',
  'keyup',
  'keypress',
];

/** Buttons that were clicked, in order, to be clicked again after hydration. */
const clicked: HTMLElement[] = [];
/** Languages chosen in menus of samples; React learns them after hydration, which resets the menus. */
const chosen = new Map<HTMLSelectElement, string>();
let colorMode: string | undefined;
let menu: HTMLElement | undefined;
let search: HTMLFormElement | undefined;

const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const searchButton = () => find('[data-early="search"]');

/** Appends an element to the page. */
function add<Name extends 'div' | 'form'>(name: Name, className: string, content: string) {
  const element = document.createElement(name);
  element.className = className;
  element.innerHTML = content;
  document.body.append(element);
  return element;
}

/** Switches and stores the color mode like the theme. */
function switchColorMode(): void {
  colorMode = root.dataset.theme === 'dark' ? 'light' : 'dark';
  root.dataset.theme = colorMode;
  try {
    localStorage.setItem('theme', colorMode);
  } catch {
    // Without storage, the choice lasts until the page is unloaded.
  }
}

/**
 * Shows the chosen sample by the attribute that the styles follow (`content/api-reference/samples.ts`). A `change` can come so
 * long after its `input` that hydration has reset the menu, so its value is ignored.
 */
function onChoice(event: Event): void {
  const { target, type } = event;
  if (!(target instanceof HTMLSelectElement) || !target.matches('.samples__menu select')) return;
  event.stopImmediatePropagation();
  if (type === 'change') return;
  root.setAttribute(`data-sample-${target.name}`, target.value);
  chosen.set(target, target.value);
}

function closeMenu(): void {
  menu?.remove();
  menu = undefined;
}

/** Shows the docs menu, or the main menu on pages without one, with the markup of the theme's mobile sidebar. */
function openMenu(): void {
  const links = [...document.querySelectorAll('a.navbar__link')].map(({ outerHTML }) =>
    outerHTML.replace(/class="[^"]*"/, 'class="menu__link"'),
  );
  const items = find('.theme-doc-sidebar-menu')?.outerHTML ?? links.join('');
  menu = add(
    'div',
    'navbar-sidebar--show early-menu',
    `<div class="navbar-sidebar__backdrop"></div><nav class="navbar-sidebar" aria-label="Menu">
<div class="navbar-sidebar__brand">${find('.navbar__brand')?.outerHTML ?? ''}
<button class="clean-btn navbar-sidebar__close" aria-label="Close navigation bar">✕</button></div>
<div class="navbar-sidebar__items"><div class="navbar-sidebar__item menu">${items}</div></div></nav>`,
  );
  menu.onclick = ({ target }) => {
    const closing = '.navbar-sidebar__close, .navbar-sidebar__backdrop';
    if (target instanceof Element && target.matches(closing)) closeMenu();
  };
  menu.querySelector('button')?.focus();
}

function closeSearch(): void {
  search?.remove();
  search = undefined;
  searchButton()?.focus();
}

/** Opens a search field whose text `components/SearchButton` takes later; Enter opens the search page. */
function openSearch(): void {
  if (search) return;
  const form = add(
    'form',
    'early-search',
    `<div class="early-search__box"><input class="early-search__input" name="q" placeholder="Search docs"
aria-label="Search docs" maxlength="64" autocomplete="off"><p role="status">Loading search…</p></div>`,
  );
  form.id = 'early-search';
  form.role = 'dialog';
  form.ariaModal = 'true';
  form.ariaLabel = 'Search docs';
  form.action = searchButton()?.dataset.page ?? '';
  form.onmousedown = ({ target }) => {
    if (target === form) closeSearch();
  };
  search = form;
  form.querySelector('input')?.focus({ preventScroll: true });
}

function respond(button: HTMLElement): void {
  if (button.dataset.early === 'color-mode') switchColorMode();
  else if (button.dataset.early === 'search') openSearch();
  else if (button.matches('.navbar__toggle')) openMenu();
  else clicked.push(button);
}

function onClick(event: MouseEvent): void {
  if (!(event.target instanceof Element) || !event.target.closest('#__docusaurus')) return;
  event.stopImmediatePropagation();
  const control = event.target.closest<HTMLElement>('a[href], button');
  // A link to `#` is a button. All other links load their page.
  if (!control || (control.matches('a') && control.getAttribute('href') !== '#')) return;
  event.preventDefault();
  respond(control);
}

/** Handles the search keys like `components/SearchButton`, and Escape. */
function onKeyDown(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (isComposing(event)) return;
  if (key === 'Escape') {
    if (search) closeSearch();
    else closeMenu();
    return;
  }
  if (isShortcut(event)) {
    if (search) closeSearch();
    else openSearch();
  } else if (ctrlKey || metaKey || altKey) return;
  else if (key === '/' && !isTextField(target)) openSearch();
  else {
    // The browser inserts the character into the field, which has the focus by then.
    if (target === searchButton() && /^[a-z0-9]$/i.test(key)) openSearch();
    return;
  }
  event.preventDefault();
}

function delay(event: Event): void {
  if (event.target instanceof Element && event.target.closest('#__docusaurus'))
    event.stopImmediatePropagation();
}

/** Repeats the reader's input in React. */
function release(): void {
  hydration.disconnect();
  window.removeEventListener('click', onClick, true);
  window.removeEventListener('keydown', onKeyDown, true);
  window.removeEventListener('input', onChoice, true);
  window.removeEventListener('change', onChoice, true);
  for (const type of delayedEvents) window.removeEventListener(type, delay, true);

  const toggle = find('[data-early="color-mode"]');
  const isDark = toggle?.getAttribute('aria-pressed') === 'true';
  // React reads the mode at some time during hydration, before or after the reader changed it.
  if (colorMode !== undefined && isDark !== (colorMode === 'dark')) toggle?.click();
  if (menu) {
    const button = find('.navbar__toggle');
    button?.focus();
    button?.click();
    requestAnimationFrame(closeMenu);
  }
  if (search) searchButton()?.click();
  for (const button of clicked) button.click();
  for (const [select, value] of chosen) {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

const hydration = new MutationObserver(() => {
  if (root.dataset.hasHydrated === 'true') release();
});
window.addEventListener('click', onClick, true);
window.addEventListener('keydown', onKeyDown, true);
window.addEventListener('input', onChoice, true);
window.addEventListener('change', onChoice, true);
for (const type of delayedEvents) window.addEventListener(type, delay, true);
hydration.observe(root, { attributeFilter: ['data-has-hydrated'] });
// After a crash outside the layout, the page counts as not hydrated (`boot/render.tsx`).
document.addEventListener('docs:crashed', () => setTimeout(release), { once: true });

import type { Page } from '@playwright/test';

const controls = [
  'a[href]',
  'button',
  'summary',
  'select',
  'textarea',
  '[role="tab"]',
  'input:not([type="hidden"], [type="file"])',
].join(', ');

/** The search dialog shows the focus of its field by the frame around it. */
const focusedFromTheStart = 'input.field';

/** Marks one visible control of each kind with `data-kind`: element name and classes. @returns the kinds */
function markKinds(selector: string): string[] {
  const seen = new Set<string>();
  const modal = document.querySelector('dialog:modal');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    delete element.dataset.kind;
    if (modal?.contains(element) === false) continue;
    const isDisabled =
      element.getAttribute('aria-disabled') === 'true' || element.matches(':disabled');
    const { width, height } = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ visibilityProperty: true }) && width * height > 4;
    if (isDisabled || !isShown || element.closest('[inert]')) continue;
    // CSS modules add a hash to classes.
    const classes = [...element.classList].map((name) => name.replace(/_[\w-]{4}$/, ''));
    const kind = [element.localName, ...classes].join('.');
    if (!seen.has(kind)) element.dataset.kind = kind;
    seen.add(kind);
  }
  return [...seen];
}

/**
 * Visible styles of the marked controls by kind, with their pseudo-elements and first children.
 * @param state of each control while it is read: `focus`, `disabled`, or anything else for no change
 */
function readStyles(state: string): Record<string, string> {
  const names = [
    'color',
    'backgroundColor',
    'borderColor',
    'boxShadow',
    'outline',
    'opacity',
    'cursor',
    'textDecoration',
    'filter',
    'transform',
    'fill',
    'stroke',
  ] as const;
  const found: Record<string, string> = {};
  for (const element of document.querySelectorAll<HTMLElement>('[data-kind]')) {
    if (state === 'focus') element.focus({ preventScroll: true });
    if (state === 'disabled') element.setAttribute('aria-disabled', 'true');
    const styles = [element, ...[...element.children].slice(0, 3)].flatMap((part) =>
      [undefined, '::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo)),
    );
    found[element.dataset.kind ?? ''] = JSON.stringify(
      styles.map((style) => names.map((name) => style[name])),
    );
    if (state === 'disabled') element.removeAttribute('aria-disabled');
  }
  return found;
}

/**
 * Returns the states that look like another one, for one control of each kind that is visible. Controls that a script can
 * disable are also compared with their disabled form. Transitions must be off.
 * @returns lines such as `button.send__open: hover looks like rest`
 */
export async function indistinctStates(page: Page): Promise<string[]> {
  await page.mouse.move(0, 0);
  const kinds = await page.evaluate(markKinds, controls);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '[data-kind]',
  });
  const styled = async (forcedPseudoClasses: string[]) => {
    await Promise.all(
      nodeIds.map((nodeId) =>
        session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses }),
      ),
    );
    return page.evaluate(readStyles, 'as it is');
  };
  const hover = await styled(['hover']);
  const active = await styled(['hover', 'active']);
  const rest = await styled([]);
  const disabled = await page.evaluate(readStyles, 'disabled');
  // The focus is shown to readers who move it with the keyboard.
  await page.keyboard.press('Tab');
  const focus = await page.evaluate(readStyles, 'focus');
  await session.detach();
  return kinds.flatMap((kind) => [
    ...(hover[kind] === rest[kind] ? [`${kind}: hover looks like rest`] : []),
    ...(focus[kind] === rest[kind] && kind !== focusedFromTheStart
      ? [`${kind}: focus looks like rest`]
      : []),
    ...(/^(?:a|button|summary)\b/.test(kind) && active[kind] === hover[kind]
      ? [`${kind}: active looks like hover`]
      : []),
    ...(/^(?:button|input|select|textarea)\b/.test(kind) && disabled[kind] === rest[kind]
      ? [`${kind}: disabled looks like rest`]
      : []),
  ]);
}

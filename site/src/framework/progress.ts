/**
 * Progress bar for route changes: the part of `nprogress` that the theme uses, with the same elements for the theme's
 * styles.
 */

/** Durations of filling and fading after the route has rendered, in milliseconds. */
const step = 200;

/** Time until the bar stops before its end, because the duration of a route change is unknown. In milliseconds. */
const longest = 15_000;

let shown: HTMLElement | undefined;

export default {
  /** The bar has no spinner. */
  configure: () => undefined,

  start: (): void => {
    if (shown) return;
    shown = document.createElement('div');
    shown.id = 'nprogress';
    shown.innerHTML = '<div class="bar"><div class="peg"></div></div>';
    document.body.append(shown);
    shown.firstElementChild?.animate(
      [{ transform: 'translateX(-92%)' }, { transform: 'translateX(-5%)' }],
      { duration: longest, easing: 'cubic-bezier(0, 0.6, 0.4, 1)', fill: 'forwards' },
    );
  },

  done: (): void => {
    const element = shown;
    if (!element) return;
    shown = undefined;
    element.firstElementChild?.animate([{}, { transform: 'none' }], {
      duration: step,
      fill: 'forwards',
    });
    element.animate([{}, { opacity: 0 }], { delay: step, duration: step, fill: 'forwards' });
    setTimeout(() => element.remove(), 2 * step);
  },
};

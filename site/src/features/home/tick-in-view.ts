/** What {@link tickInView} uses of a browser. */
export interface View {
  readonly clock: {
    readonly setInterval: (callback: () => void, milliseconds: number) => number;
    readonly clearInterval: (id: number) => void;
  };
  readonly page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
  /** Reports whether an element is in the viewport, now and when that changes. @returns a function that stops it */
  readonly watch: (element: Element, onChange: (isInView: boolean) => void) => () => void;
}

const browser = (): View => ({
  clock: window,
  page: document,
  watch: (element, onChange) => {
    const observer = new IntersectionObserver((entries) =>
      onChange(entries.at(-1)?.isIntersecting === true),
    );
    observer.observe(element);
    return () => observer.disconnect();
  },
});

interface Ticks {
  readonly milliseconds: number;
  readonly onTick: () => void;
  /** Called when the ticks start and pause. */
  readonly onRun: (isRunning: boolean) => void;
}

/**
 * Calls back at an interval while an element is in the viewport of a visible page.
 * @returns a function that stops it
 */
export function tickInView(
  element: Element,
  { milliseconds, onTick, onRun }: Ticks,
  { clock, page, watch }: View = browser(),
): () => void {
  let timer: number | undefined;
  let isInView = false;
  const update = () => {
    const runs = isInView && !page.hidden;
    if (runs === (timer !== undefined)) return;
    if (timer !== undefined) clock.clearInterval(timer);
    timer = runs ? clock.setInterval(onTick, milliseconds) : undefined;
    onRun(runs);
  };
  const unwatch = watch(element, (now) => {
    isInView = now;
    update();
  });
  page.addEventListener('visibilitychange', update);
  return () => {
    unwatch();
    page.removeEventListener('visibilitychange', update);
    isInView = false;
    update();
  };
}

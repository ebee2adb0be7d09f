/** Runs callbacks when links become visible: one observer for all links, and work only while the browser is idle. */

type Task = () => void;

const tasks = new Set<Task>();
let isScheduled = false;

/** Safari has no `requestIdleCallback`. */
function schedule(): void {
  isScheduled = true;
  if (typeof requestIdleCallback === 'function') requestIdleCallback(runTasks, { timeout: 2000 });
  else setTimeout(runTasks, 50);
}

/** Runs at least one task, and others until the browser has less than 4 ms left. */
function runTasks(deadline?: IdleDeadline): void {
  for (const task of tasks) {
    tasks.delete(task);
    task();
    if (!deadline || deadline.timeRemaining() < 4) break;
  }
  isScheduled = false;
  if (tasks.size > 0) schedule();
}

function whenIdle(task: Task): void {
  tasks.add(task);
  if (!isScheduled) schedule();
}

/** Links with a pending callback. */
const callbacks = new Map<Element, Task>();
let observer: IntersectionObserver | undefined;

function runCallback(link: Element): void {
  const callback = callbacks.get(link);
  callbacks.delete(link);
  callback?.();
}

function onIntersection(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, intersectionRatio } of entries) {
    if (!isIntersecting && intersectionRatio <= 0) continue;
    observer?.unobserve(target);
    whenIdle(() => {
      runCallback(target);
    });
  }
}

/**
 * Calls back once, when the browser is idle after a link has become visible.
 * @returns an object with the methods of `IntersectionObserver` that the framework's link uses; it does not call back after
 * `disconnect`
 */
export function whenVisible(link: Element, callback: Task): { disconnect: () => void } {
  callbacks.set(link, callback);
  whenIdle(() => {
    observer ??= new IntersectionObserver(onIntersection);
    if (callbacks.has(link)) observer.observe(link);
  });
  return {
    disconnect() {
      callbacks.delete(link);
      observer?.unobserve(link);
    },
  };
}

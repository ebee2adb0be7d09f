/** Continues in a new task, ahead of other tasks if the browser supports that (Prioritized Task Scheduling, `yield`). */
export default function nextTask(): Promise<unknown> {
  const { scheduler } = window as { readonly scheduler?: { readonly yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

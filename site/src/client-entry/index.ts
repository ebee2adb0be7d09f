/**
 * Starts the application like the framework's client entry, in one task for each step, so that the page responds between
 * the steps. It replaces that entry in the browser's production bundle (`plugins/bundle/loader.cjs`).
 */

/** Continues in a new task, before other tasks where the browser can do that (Prioritized Task Scheduling, `yield`). */
function nextTask(): Promise<unknown> {
  const { scheduler } = window as { readonly scheduler?: { readonly yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

// `eager` keeps a module in this bundle and evaluates it when the import runs. The styles of the client modules come
// first in the stylesheet, and the order of the imports in this file decides that.
const importClientModules = () => import(/* webpackMode: "eager" */ '@generated/client-modules');

async function start(): Promise<void> {
  // Microtasks run before the script's `load` event, which the base-URL banner waits for.
  const docusaurus = await import(
    /* webpackMode: "eager" */ '@docusaurus/core/lib/client/docusaurus'
  );
  window.docusaurus = docusaurus.default;
  await nextTask();
  const { default: preload } = await import(
    /* webpackMode: "eager" */ '@docusaurus/core/lib/client/preload'
  );
  const preloaded = preload(window.location.pathname).then(
    () => true,
    () => false,
  );
  await nextTask();
  const { renderApp } = await import(/* webpackMode: "eager" */ './render');
  await nextTask();
  await importClientModules();
  await nextTask();
  const { default: App } = await import(
    /* webpackMode: "eager" */ '@docusaurus/core/lib/client/App'
  );
  const isPreloaded = await preloaded;
  await nextTask();
  renderApp(App, isPreloaded);
}

void start();

/**
 * Entry of the browser's production bundle (`delivery/bundle.ts`). Starts the application like the framework's client entry,
 * but with one task per step, so that the page stays responsive.
 */

/** Continues in a new task, ahead of other tasks if the browser supports that (Prioritized Task Scheduling, `yield`). */
function nextTask(): Promise<unknown> {
  const { scheduler } = window as { readonly scheduler?: { readonly yield?: () => Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

// `eager` includes a module in this bundle and evaluates it when the import runs. The order of the imports in this file puts
// the styles of the client modules first in the stylesheet.
const importClientModules = () => import(/* webpackMode: "eager" */ '@generated/client-modules');

async function start(): Promise<void> {
  // Microtasks run before the `load` event of the script, which the base-URL banner waits for.
  const docusaurus = await import(
    /* webpackMode: "eager" */ '@docusaurus/core/lib/client/docusaurus'
  );
  window.docusaurus = docusaurus.default;
  await nextTask();
  const { default: preloadPage } = await import(/* webpackMode: "eager" */ './preload-page');
  const preloaded = preloadPage();
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

import { createElement, startTransition, type ComponentType } from 'react';
import { createRoot, hydrateRoot, type ErrorInfo } from 'react-dom/client';
import { HelmetProvider } from 'react-helmet-async';
import { BrowserRouter } from 'react-router-dom';

function onRecoverableError(error: unknown, info: ErrorInfo): void {
  console.error('Docusaurus React Root onRecoverableError:', error, info);
}

/**
 * Renders the application into the page.
 * @param isPreloaded whether the code of the page has loaded. If not, React cannot take over the HTML: the page is rendered
 * again, with the error and Retry (specification, section 8)
 */
export function renderApp(App: ComponentType, isPreloaded: boolean): void {
  const container = document.getElementById('__docusaurus');
  if (!container) throw new Error('the page has no element #__docusaurus');
  const router = createElement(BrowserRouter, null, createElement(App));
  const app = createElement(HelmetProvider, null, router);
  startTransition(() => {
    if (isPreloaded) {
      window.docusaurusRoot = hydrateRoot(container, app, { onRecoverableError });
      return;
    }
    window.docusaurusRoot = createRoot(container, { onRecoverableError });
    window.docusaurusRoot.render(app);
  });
}

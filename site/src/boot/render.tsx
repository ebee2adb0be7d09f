import React, { startTransition, type ComponentType } from 'react';
import { createRoot, hydrateRoot, type ErrorInfo } from 'react-dom/client';
import { HelmetProvider } from 'react-helmet-async';
import { BrowserRouter } from 'react-router-dom';

function onRecoverableError(error: unknown, info: ErrorInfo): void {
  console.error('Docusaurus React Root onRecoverableError:', error, info);
}

/** Without this function, React logs errors that an error boundary has caught. */
function onCaughtError(error: unknown): void {
  console.error(error);
  document.dispatchEvent(new Event('docs:crashed'));
}

/**
 * Renders the application into the page.
 * @param isPreloaded true when the code of the page has loaded. If not, React cannot hydrate the HTML: the page is rendered
 * again, with the error and Retry
 */
export function renderApp(App: ComponentType, isPreloaded: boolean): void {
  const container = document.getElementById('__docusaurus');
  if (!container) throw new Error('the page has no element #__docusaurus');
  const app = (
    <HelmetProvider>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </HelmetProvider>
  );
  const options = { onCaughtError, onRecoverableError };
  startTransition(() => {
    if (isPreloaded) {
      window.docusaurusRoot = hydrateRoot(container, app, options);
      return;
    }
    window.docusaurusRoot = createRoot(container, options);
    window.docusaurusRoot.render(app);
  });
}

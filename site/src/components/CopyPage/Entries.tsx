import React, { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useLocation } from '@docusaurus/router';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import CodeBlock from '@site/src/components/CodeBlock';
import { mcpClients } from './clients';
import { chatUrl, pageMarkdown } from './page-markdown';
import './entries.css';

/** Settings of the site (`config/environment.ts`), each absent by default. */
interface Settings {
  readonly assistants?: readonly { readonly name: string; readonly url: string }[];
  /** URL of the MCP endpoint; empty for none. */
  readonly mcpUrl?: string;
}

/** Closes the menu with Escape, and when the reader moves elsewhere. Takes an element of the menu. */
function useClosing(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const menu = inside.current?.closest('details');
    if (!menu) return undefined;
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.open) return;
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
      menu.open = false;
    };
    const onMove = ({ target }: Event) => {
      if (target instanceof Node && !menu.contains(target)) menu.open = false;
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onMove);
    document.addEventListener('focusin', onMove);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onMove);
      document.removeEventListener('focusin', onMove);
    };
  }, [inside]);
}

const copyTexts = {
  ready: 'Copy as Markdown',
  copied: 'Copied',
  failed: 'Could not copy. View it as Markdown.',
};

/** Copies the page, and shows the result until the reader opens another page. */
export function CopyEntry(): ReactNode {
  const { pathname } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const [result, setResult] = useState({ pathname, text: copyTexts.ready });
  useClosing(button);
  const copy = () => {
    const show = (text: string) => () => setResult({ pathname, text });
    const markdown = pageMarkdown(window.location.href, fetch);
    // The clipboard is available only in secure contexts. Safari wants the item during the click; its text may come later.
    const copied = window.isSecureContext
      ? navigator.clipboard.write([new ClipboardItem({ 'text/plain': markdown })])
      : Promise.reject(new Error('no clipboard'));
    copied.then(show(copyTexts.copied), show(copyTexts.failed));
  };
  return (
    <button type="button" ref={button} onClick={copy}>
      <span aria-live="polite">{result.pathname === pathname ? result.text : copyTexts.ready}</span>
    </button>
  );
}

/** How to connect the common clients to this site's MCP server. */
function Connect({ url }: { readonly url: string }): ReactNode {
  return (
    <details className="connect">
      <summary>Connect by MCP</summary>
      <p>
        With the MCP server of this site, a coding agent searches and reads these pages and tries
        requests in a sandbox. Add it to your client:
      </p>
      {mcpClients(url).map(({ name, target, language, configuration }) => (
        <details key={name} name="mcp-client">
          <summary>{name}</summary>
          <CodeBlock
            language={language}
            title={target}
            html={configuration.replaceAll('&', '&amp;')}
          />
        </details>
      ))}
    </details>
  );
}

/** Entries after the links of the menu. */
export function OtherEntries(): ReactNode {
  useLocation();
  const { customFields, baseUrl } = useDocusaurusContext().siteConfig;
  const { assistants = [], mcpUrl = `${baseUrl}mcp` } = customFields as Settings;
  return (
    <>
      {assistants.map(({ name, url }) => (
        <a
          key={name}
          href={chatUrl(url, window.location.href)}
          target="_blank"
          rel="noopener noreferrer"
        >
          Open in {name}
        </a>
      ))}
      {mcpUrl !== '' && <Connect url={new URL(mcpUrl, window.location.origin).href} />}
    </>
  );
}

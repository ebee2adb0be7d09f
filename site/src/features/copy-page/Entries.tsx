import React, {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { useDoc } from '@docusaurus/plugin-content-docs/client';
import { useLocation } from '@docusaurus/router';
import useBaseUrl from '@docusaurus/useBaseUrl';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import CodeBlock, { useCopy } from '@site/src/components/CodeBlock';
import { Export } from '@site/src/features/request-runner';
import { chatUrl, mcpClients, pageMarkdown } from './agents';
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

/** @throws where the page cannot be loaded or copied */
async function copyPage(copyText: (text: string) => Promise<void>): Promise<void> {
  const markdown = pageMarkdown(window.location.href, fetch);
  if (typeof ClipboardItem === 'undefined' || !window.isSecureContext)
    return copyText(await markdown);
  // Safari wants the item during the click; its content may come later. Older versions of Chromium want a blob.
  const type = 'text/plain';
  const content = markdown.then((text) => new Blob([text], { type }));
  return navigator.clipboard.write([new ClipboardItem({ [type]: content })]);
}

/** Copies the page, and shows the result until the reader opens another page. */
export function CopyEntry(): ReactNode {
  const { pathname } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const [result, setResult] = useState({ pathname, text: copyTexts.ready });
  useClosing(button);
  const copyText = useCopy();
  const copy = () => {
    const show = (text: string) => () => setResult({ pathname, text });
    // The focus stays in the menu, which closes without it.
    const menu = button.current?.parentElement ?? undefined;
    copyPage((text) => copyText(text, menu)).then(show(copyTexts.copied), show(copyTexts.failed));
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

/** Exports the request of the operation that a page describes. @param operation API and id: `platform/node-create` */
function ExportEntry({ operation }: { readonly operation: string }): ReactNode {
  const address = useBaseUrl(`/operations/${operation}.json`);
  const collect = useCallback(
    () =>
      import(/* webpackExports: "exportExample" */ '@site/src/features/request-runner').then(
        ({ exportExample }) => exportExample(address),
      ),
    [address],
  );
  return <Export label="Export the request" collect={collect} />;
}

/** Entries after the links of the menu. */
export function OtherEntries(): ReactNode {
  useLocation();
  const { customFields, baseUrl } = useDocusaurusContext().siteConfig;
  const { frontMatter, metadata } = useDoc();
  const { operation, openapi } = frontMatter as {
    readonly operation?: true;
    readonly openapi?: string;
  };
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
      {operation && <ExportEntry operation={`${openapi}/${metadata.id.split('/').at(-1)}`} />}
      {mcpUrl !== '' && <Connect url={new URL(mcpUrl, window.location.origin).href} />}
    </>
  );
}

import { useCallback, useEffect, useRef, useState } from 'react';
import siteConfig from '@generated/docusaurus.config';
import type { Call } from '@site/src/runner/call';
import { clearHistory, pastCalls, addToHistory } from '@site/src/runner/history';
import type { Outcome } from '@site/src/runner/outcome';
import { exampleText, prepare } from '@site/src/runner/request';
import { send, type SendDeps } from '@site/src/runner/send';
import { sendToSandbox, type Sent, type SandboxRequest } from '@site/src/sandbox/send-request';
import { ownExamples } from '@site/src/values/example-kinds';
import { getValues } from '@site/src/values/store';
import { resultOf } from './result-text';

/** The browser the page is in, and the proxy the site is configured with. */
export function browser(): SendDeps {
  const proxy = String(siteConfig.customFields?.apiProxyUrl);
  return {
    fetch: (...call) => fetch(...call),
    isOnline: () => navigator.onLine,
    now: () => performance.now(),
    setTimer: (run, milliseconds) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    proxy: proxy === '' ? '' : new URL(proxy, window.location.origin).href,
  };
}

/** What is to be sent, and where. */
interface PreparedSend extends Pick<SandboxRequest, 'server' | 'edited'> {
  readonly isSandbox: boolean;
  /** Id of a security scheme; empty for none. */
  readonly scheme: string;
}

/** Sends a call to the platform with what the reader has entered. */
async function sendToPlatform(
  { call, server, scheme, edited }: SandboxRequest,
  cancel: AbortSignal,
): Promise<Sent> {
  const values = getValues();
  const body = edited ?? exampleText(call, ownExamples(values));
  const prepared = await prepare(call, server, scheme, values, body, Date.now());
  const outcome = 'kind' in prepared ? prepared : await send(prepared, browser(), cancel);
  return { outcome, body };
}

/** Calls that are sent one at a time, what came of the last one, and those of this tab. */
export function useSending(call: Call) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isRunning, setIsRunning] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const [calls, setCalls] = useState(pastCalls);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const perform = useCallback(
    async ({ server, isSandbox, scheme: schemeId, edited }: PreparedSend) => {
      if (current.current) return;
      const controller = new AbortController();
      current.current = controller;
      setIsRunning(true);
      setWasSent(true);
      setOutcome(undefined);
      const scheme = call.security.find(({ id }) => id === schemeId);
      const wanted = { call, server, scheme, edited };
      const sent = await (isSandbox
        ? sendToSandbox(wanted, browser(), controller.signal)
        : sendToPlatform(wanted, controller.signal));
      current.current = undefined;
      setIsRunning(false);
      setOutcome(sent.outcome);
      if (sent.outcome.kind === 'cancelled') return;
      const { api, id, title, page } = call;
      setCalls(
        addToHistory({
          id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
          api,
          call: id,
          title,
          page,
          server,
          scheme: scheme?.id,
          body: sent.body,
          at: Date.now(),
          ...resultOf(sent.outcome),
        }),
      );
    },
    [call],
  );
  const cancel = () => current.current?.abort();
  const forget = () => {
    clearHistory();
    setCalls([]);
  };
  return { outcome, isRunning, wasSent, calls, perform, cancel, forget };
}

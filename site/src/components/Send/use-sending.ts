import { useCallback, useEffect, useRef, useState } from 'react';
import type { Call } from '@site/src/runner/call';
import { forgetCalls, pastCalls, rememberCall } from '@site/src/runner/history';
import type { Outcome } from '@site/src/runner/outcome';
import { prepare } from '@site/src/runner/prepare';
import { send } from '@site/src/runner/send';
import { getValues } from '@site/src/values/store';
import { browser } from './browser';
import { resultOf } from './result-text';

/** What is sent, besides the credential. */
export interface Sent {
  /** Base URL. */
  readonly server: string;
  /** Id of a security scheme; empty for none. */
  readonly scheme: string;
  readonly body: string;
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
    async ({ server, scheme, body }: Sent) => {
      if (current.current) return;
      const controller = new AbortController();
      current.current = controller;
      setIsRunning(true);
      setWasSent(true);
      setOutcome(undefined);
      const security = call.security.find(({ id }) => id === scheme);
      const prepared = await prepare(call, server, security, getValues(), body, Date.now());
      const result =
        'kind' in prepared ? prepared : await send(prepared, browser(), controller.signal);
      current.current = undefined;
      setIsRunning(false);
      setOutcome(result);
      if (result.kind === 'cancelled') return;
      const { api, id, title, page } = call;
      setCalls(
        rememberCall({
          id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
          ...{ api, call: id, title, page, server, scheme: security?.id, body },
          at: Date.now(),
          ...resultOf(result),
        }),
      );
    },
    [call],
  );
  const cancel = () => current.current?.abort();
  const forget = () => {
    forgetCalls();
    setCalls([]);
  };
  return { outcome, isRunning, wasSent, calls, perform, cancel, forget };
}

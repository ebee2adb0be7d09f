import { useCallback, useEffect, useRef, useState } from 'react';
import type { JsonValue } from '@anedya-docs/openapi-model';
import type { OperationData } from '@site/src/requests/operation';
import { clearHistory, pastRequests, addToHistory } from '../past-requests';
import type { Outcome } from '@site/src/requests/outcome';
import { exampleText, prepare } from '@site/src/requests/request';
import { bodyWithoutSecrets } from '../secrets';
import { browser } from '@site/src/requests/browser';
import { parseJson, send } from '@site/src/requests/send';
import { sendToSandbox, type Sent, type SandboxRequest } from '@site/src/features/sandbox-project';
import { ownExamples } from '@site/src/requests/example-kinds';
import { getValues } from '@site/src/requests/own-values';
import { resultOf } from '../../../requests/result-text';

/** The request to send, and its server. */
interface PreparedSend extends Pick<SandboxRequest, 'server' | 'edited'> {
  readonly isSandbox: boolean;
  /** Id of a security scheme; empty for no credential. */
  readonly scheme: string;
}

/** Sends a request to the platform with the credentials that the reader has entered. */
async function sendToPlatform(
  { operation, server, scheme, edited }: SandboxRequest,
  cancel: AbortSignal,
): Promise<Sent> {
  const values = getValues();
  const now = Date.now();
  const body = edited ?? exampleText(operation, ownExamples(values), now);
  const prepared = await prepare(operation, server, scheme, values, body, now);
  const outcome = 'kind' in prepared ? prepared : await send(prepared, browser(), cancel);
  return { outcome, body };
}

/** Sends one request at a time. Keeps the last outcome and the requests of this tab. */
export function useSending(operation: OperationData) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [wasSandbox, setWasSandbox] = useState(false);
  const [sentBody, setSentBody] = useState<JsonValue>();
  const [isRunning, setIsRunning] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const [requests, setRequests] = useState(pastRequests);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  const perform = useCallback(
    async ({ server, isSandbox, scheme: schemeId, edited }: PreparedSend) => {
      if (current.current) return;
      const controller = new AbortController();
      current.current = controller;
      setIsRunning(true);
      setWasSandbox(isSandbox);
      setWasSent(true);
      setOutcome(undefined);
      const scheme = operation.security.find(({ id }) => id === schemeId);
      const wanted = { operation, server, scheme, edited };
      const sending = isSandbox
        ? sendToSandbox(wanted, browser(), controller.signal)
        : sendToPlatform(wanted, controller.signal);
      const sent = await sending.finally(() => {
        current.current = undefined;
        setIsRunning(false);
      });
      setOutcome(sent.outcome);
      setSentBody(parseJson(sent.body));
      if (sent.outcome.kind === 'canceled') return;
      const { api, id, title, page } = operation;
      setRequests(
        addToHistory({
          id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
          api,
          operation: id,
          title,
          page,
          server,
          scheme: scheme?.id,
          body: sent.body,
          portableBody: bodyWithoutSecrets(sent.body),
          at: Date.now(),
          ...resultOf(sent.outcome),
        }),
      );
    },
    [operation],
  );
  const cancel = () => current.current?.abort();
  const clearRequests = () => {
    clearHistory();
    setRequests([]);
  };
  return {
    outcome,
    /** Whether the last request went to the sandbox. */
    wasSandbox,
    sentBody,
    isRunning,
    wasSent,
    requests,
    perform,
    cancel,
    clearRequests,
  };
}

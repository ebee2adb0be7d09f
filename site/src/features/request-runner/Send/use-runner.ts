import { useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { showSamples, useChosenProgram } from '@site/src/features/samples';
import type { BodyCheck } from '../BodyEditor/body-errors';
import type { OperationData } from '@site/src/requests/operation';
import { missingParts } from '@site/src/requests/credentials';
import { requestToResend, type PastRequest } from '../past-requests';
import { exampleText } from '@site/src/requests/request';
import { clearResend } from '../resend';
import { parseExact } from '@site/src/requests/json-text';
import {
  chooseScheme,
  chooseServer,
  chosenScheme,
  chosenServer,
  type ServerChoice,
} from '@site/src/requests/servers';
import {
  isInBrowser,
  offeredServers,
  otherHome,
  sandboxHome,
  type SandboxHome,
  chooseSandbox,
  useSandboxProject,
  type SandboxBroker,
  credentialsOf,
} from '@site/src/features/sandbox-project';
import { ownExamples } from '@site/src/requests/example-kinds';
import { useValues, type Values } from '@site/src/requests/own-values';
import { onChange, usesOwnValues } from '@site/src/requests/values-choice';
import { useSending } from './use-sending';

const missingTexts: Readonly<Partial<Record<keyof Values, string>>> = {
  apiKey: 'Enter the API key.',
  connectionKey: 'Enter the connection key.',
  tokenId: 'Enter the id of the access token.',
  tokenSecret: 'Enter the secret of the access token.',
};

/**
 * Problems of a request, as sentences.
 * @param schemeId empty for no credential
 * @param check finds errors in the body
 * @param values undefined while there is no sandbox project, which the first request creates
 */
function requestProblems(
  operation: OperationData,
  schemeId: string,
  values: Values | undefined,
  body: string,
  check: BodyCheck,
): string[] {
  const scheme = operation.security.find(({ id }) => id === schemeId);
  const missing = scheme && values ? missingParts(scheme, values) : [];
  const errors = check(body).length;
  return [
    ...missing.flatMap((part) => missingTexts[part] ?? []),
    ...(errors === 1 ? ['One body field has an error.'] : []),
    ...(errors > 1 ? [`${errors} body fields have errors.`] : []),
  ];
}

/** A choice that is reset when the reader switches to another sandbox, or between the sandbox and their own values. */
interface Choice {
  readonly isOwn: boolean;
  readonly home: SandboxHome;
  readonly url: string;
}

/**
 * Server and credential type of a request. The values panel can also switch between the sandbox and the reader's values.
 * @param resent server and scheme of a request that is being resent
 */
function useChoices(
  operation: OperationData,
  resent: { readonly server: string; readonly scheme: string } | undefined,
) {
  const servers = offeredServers(operation);
  const isOwn = useSyncExternalStore(onChange, usesOwnValues, () => false);
  const home = useSyncExternalStore(onChange, sandboxHome, () => 'server' as const);
  const [picked, setPicked] = useState<Choice | undefined>(
    () => resent && { isOwn: usesOwnValues(), home: sandboxHome(), url: resent.server },
  );
  const [scheme, setScheme] = useState(
    () => resent?.scheme ?? chosenScheme(operation.api, operation.security),
  );
  const url =
    picked?.isOwn === isOwn && picked.home === home
      ? picked.url
      : chosenServer(operation.api, servers);
  const server = servers.find((candidate) => candidate.url === url) ?? servers[0];
  return {
    servers,
    server: server?.url ?? '',
    isSandbox: server?.isSandbox ?? false,
    home,
    scheme,
    /** Applies the choices of a past request, for this request only. */
    take: (past: { readonly server: string; readonly scheme: string }) => {
      setPicked({ isOwn, home, url: past.server });
      setScheme(past.scheme);
    },
    chooseServer: (chosen: string) => {
      const choice: ServerChoice | undefined = servers.find((one) => one.url === chosen);
      if (!choice) return;
      if (choice.isSandbox) chooseSandbox(choice.isCurrent ? home : otherHome(home));
      chooseServer(operation.api, choice);
      setPicked({ isOwn: !choice.isSandbox, home: sandboxHome(), url: chosen });
    },
    chooseScheme: (id: string) => {
      setScheme(id);
      chooseScheme(operation.api, id);
    },
  };
}

/**
 * Updates the programs on the page with the request that the reader would send.
 * @param server base URL
 * @param text body
 * @param filledAt time that the timestamps of the body were computed from, in milliseconds since 1970
 * @param broker broker of the sandbox, while requests go there
 */
function useShownSamples(
  operation: OperationData,
  server: string,
  text: string,
  filledAt: number | undefined,
  broker: SandboxBroker | undefined,
): void {
  const deferredText = useDeferredValue(text);
  const http = useChosenProgram('http');
  const mqtt = useChosenProgram('mqtt');

  useEffect(() => {
    // No program can be generated for invalid JSON.
    const body = parseExact(deferredText);
    if (body === undefined) return undefined;
    // Programs cannot reach the sandbox in this browser: the page shows those for the platform.
    if (isInBrowser({ platformUrl: server })) {
      showSamples({});
      return undefined;
    }
    let isCurrent = true;
    import('../write-samples')
      .then(({ writeSamples }) =>
        writeSamples(operation, {
          server,
          body,
          filledAt,
          chosen: { http, mqtt },
          ...(broker && { broker }),
        }),
      )
      .then(
        (samples) => {
          if (isCurrent) showSamples(samples);
        },
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [operation, server, deferredText, filledAt, http, mqtt, broker]);
}

/** The request that was sent, to the sandbox that the tab uses now if it went to one. The documents may no longer list its server. */
function sentBy(past: PastRequest, operation: OperationData) {
  const offered = offeredServers(operation);
  const former = offered.find(({ url }) => url === past.server);
  const present = former?.isSandbox
    ? offered.find(({ isSandbox, isCurrent }) => isSandbox && isCurrent)
    : former;
  const server = present?.url ?? chosenServer(operation.api, offered);
  return {
    server,
    isSandbox: offered.some(({ url, isSandbox }) => isSandbox && url === server),
    scheme: past.scheme ?? '',
    edited: past.body,
  };
}

/** A body that the reader has edited. */
export interface Edit {
  readonly text: string;
  /** Time that the timestamps of the edited example were computed from; undefined for a body that was sent before. */
  readonly filledAt: number | undefined;
}

/**
 * The edited body, and its setter. Undefined until the reader edits: until then, the example follows the current values. It
 * outlives the panel: closing it does not discard what the reader has typed.
 */
export type EditState = readonly [
  edit: Edit | undefined,
  setEdit: (edit: Edit | undefined) => void,
];

/** State of the request runner of one operation, and its actions. */
export function useRunner(operation: OperationData, check: BodyCheck, [edit, setEdit]: EditState) {
  const own = useValues();
  const project = useSandboxProject();
  const [resent] = useState(() => {
    const past = requestToResend(`${operation.api}/${operation.id}`);
    return past && sentBy(past, operation);
  });
  const choices = useChoices(operation, resent);
  const { server, scheme, isSandbox } = choices;
  const [openedAt] = useState(Date.now);
  const edited = edit?.text;
  const exampleAt = isSandbox ? project?.readAt : openedAt;
  const examples = isSandbox ? (project?.examples ?? {}) : ownExamples(own);
  const example = exampleText(operation, examples, exampleAt);
  const text = edited ?? example;
  const filledAt = edit ? edit.filledAt : exampleAt;
  const sending = useSending(operation);
  const { perform } = sending;
  useShownSamples(operation, server, text, filledAt, isSandbox ? project?.broker : undefined);

  useEffect(() => {
    // Also without its request, which the reader has removed from the history.
    clearResend();
    if (!resent) return undefined;
    setEdit({ text: resent.edited, filledAt: undefined });
    const timer = setTimeout(() => void perform(resent));
    return () => clearTimeout(timer);
  }, [resent, perform, setEdit]);

  // The sandbox creates its own credentials.
  const values = isSandbox ? project && credentialsOf(project) : own;
  return {
    ...sending,
    ...choices,
    examples,
    text,
    filledAt,
    advice: requestProblems(operation, scheme, values, text, check),
    setText: (next: string) => setEdit({ text: next, filledAt }),
    again: (past: PastRequest) => {
      if (sending.isRunning) return;
      const sent = sentBy(past, operation);
      choices.take(sent);
      setEdit({ text: sent.edited, filledAt: undefined });
      void perform(sent);
    },
    send: () => void perform({ server, isSandbox, scheme, edited }),
  };
}

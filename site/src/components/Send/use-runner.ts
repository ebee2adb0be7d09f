import { useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { showSamples, useChosenProgram } from '@site/src/components/Samples/choice';
import type { BodyCheck } from '@site/src/runner/body/body-errors';
import type { Call } from '@site/src/runner/call';
import { missingParts } from '@site/src/runner/credentials';
import { callToResend, type PastCall } from '@site/src/runner/history';
import { exampleText } from '@site/src/runner/request';
import { clearResend } from '@site/src/runner/resend';
import {
  chooseScheme,
  chooseServer,
  chosenScheme,
  chosenServer,
  type ServerChoice,
} from '@site/src/runner/servers';
import { offeredServers } from '@site/src/sandbox/address';
import { useSandboxProject } from '@site/src/sandbox/project';
import type { SandboxBroker } from '@site/src/sandbox/project-data';
import { credentialsOf } from '@site/src/sandbox/project-data';
import { ownExamples } from '@site/src/values/example-kinds';
import { useValues, type Values } from '@site/src/values/store';
import { onChange, usesOwn } from '@site/src/values/stored';
import { useSending } from './use-sending';

const missingTexts: Readonly<Partial<Record<keyof Values, string>>> = {
  apiKey: 'Enter the API key.',
  connectionKey: 'Enter the connection key.',
  tokenId: 'Enter the id of the access token.',
  tokenSecret: 'Enter the secret of the access token.',
};

/**
 * What a request lacks, in sentences.
 * @param schemeId empty for no credential
 * @param check finds errors of the body
 * @param values nothing while there is no sandbox project, which a call makes by itself
 */
function requestProblems(
  call: Call,
  schemeId: string,
  values: Values | undefined,
  body: string,
  check: BodyCheck,
): string[] {
  const scheme = call.security.find(({ id }) => id === schemeId);
  const missing = scheme && values ? missingParts(scheme, values) : [];
  const errors = check(body).length;
  return [
    ...missing.flatMap((part) => missingTexts[part] ?? []),
    ...(errors === 1 ? ['One body field has an error.'] : []),
    ...(errors > 1 ? [`${errors} body fields have errors.`] : []),
  ];
}

/** A choice that holds while the reader stays with the sandbox, or with their own values. */
interface Picked {
  readonly isOwn: boolean;
  readonly url: string;
}

/**
 * Server and credential type of a request. The values panel can also switch between the sandbox and the user's values.
 * @param resent server and scheme of a call that is sent again
 */
function useChoices(
  call: Call,
  resent: { readonly server: string; readonly scheme: string } | undefined,
) {
  const servers = offeredServers(call);
  const isOwn = useSyncExternalStore(onChange, usesOwn, () => false);
  const [picked, setPicked] = useState<Picked | undefined>(
    () => resent && { isOwn: usesOwn(), url: resent.server },
  );
  const [scheme, setScheme] = useState(
    () => resent?.scheme ?? chosenScheme(call.api, call.security),
  );
  const url = picked?.isOwn === isOwn ? picked.url : chosenServer(call.api, servers);
  const server = servers.find((candidate) => candidate.url === url) ?? servers[0];
  return {
    servers,
    server: server?.url ?? '',
    isSandbox: server?.isSandbox ?? false,
    scheme,
    /** Takes over a past call's choices, for this call alone. */
    take: (past: { readonly server: string; readonly scheme: string }) => {
      setPicked({ isOwn, url: past.server });
      setScheme(past.scheme);
    },
    chooseServer: (chosen: string) => {
      const choice: ServerChoice | undefined = servers.find((one) => one.url === chosen);
      if (!choice) return;
      chooseServer(call.api, choice);
      setPicked({ isOwn: !choice.isSandbox, url: chosen });
    },
    chooseScheme: (id: string) => {
      setScheme(id);
      chooseScheme(call.api, id);
    },
  };
}

/** The body as JSON; nothing while it is not JSON, for no program can be written then. */
function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the programs on the page in step with what the reader would send.
 * @param server base URL
 * @param text the body
 * @param filledAt time that the timestamps of the body were computed from, in milliseconds since 1970
 * @param broker that of the sandbox, while calls go there
 */
function useShownSamples(
  call: Call,
  server: string,
  text: string,
  filledAt: number | undefined,
  broker: SandboxBroker | undefined,
): void {
  const settled = useDeferredValue(text);
  const http = useChosenProgram('http');
  const mqtt = useChosenProgram('mqtt');

  useEffect(() => {
    const body = parsed(settled);
    if (body === undefined) return undefined;
    let isCurrent = true;
    import('@site/src/runner/write-samples')
      .then(({ writeSamples }) =>
        writeSamples(call, {
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
  }, [call, server, settled, filledAt, http, mqtt, broker]);
}

/** What a past call sent; its server may have gone from the documents since. */
function sentBy(past: PastCall, call: Call) {
  const offered = offeredServers(call);
  const isOffered = offered.some(({ url }) => url === past.server);
  const server = isOffered ? past.server : chosenServer(call.api, offered);
  return {
    server,
    isSandbox: offered.some(({ url, isSandbox }) => isSandbox && url === server),
    scheme: past.scheme ?? '',
    edited: past.body,
  };
}

/** A body that the reader edited. */
interface Edit {
  readonly text: string;
  /** Time that timestamps of the edited example were computed from; nothing for a body that was sent before. */
  readonly filledAt: number | undefined;
}

/** State of the request runner of one call, and what the reader can do with it. */
export function useRunner(call: Call, check: BodyCheck) {
  const own = useValues();
  const project = useSandboxProject();
  const [resent] = useState(() => {
    const past = callToResend(call.id);
    return past && sentBy(past, call);
  });
  const choices = useChoices(call, resent);
  const { server, scheme, isSandbox } = choices;
  // Nothing until the reader edits: the example follows the values in use until then.
  const [edit, setEdit] = useState<Edit | undefined>(
    resent && { text: resent.edited, filledAt: undefined },
  );
  const edited = edit?.text;
  const exampleAt = isSandbox ? project?.readAt : undefined;
  const example = isSandbox
    ? exampleText(call, project?.examples ?? {}, exampleAt)
    : exampleText(call, ownExamples(own));
  const text = edited ?? example;
  const filledAt = edit ? edit.filledAt : exampleAt;
  const sending = useSending(call);
  const { perform } = sending;
  useShownSamples(call, server, text, filledAt, isSandbox ? project?.broker : undefined);

  useEffect(() => {
    if (!resent) return undefined;
    clearResend();
    const timer = setTimeout(() => void perform(resent));
    return () => clearTimeout(timer);
  }, [resent, perform]);

  // The sandbox makes its keys itself.
  const values = isSandbox ? project && credentialsOf(project) : own;
  return {
    ...sending,
    ...choices,
    text,
    advice: requestProblems(call, scheme, values, text, check),
    setText: (next: string) => setEdit({ text: next, filledAt }),
    reset: () => setEdit(undefined),
    again: (past: PastCall) => {
      const sent = sentBy(past, call);
      choices.take(sent);
      setEdit({ text: sent.edited, filledAt: undefined });
      void perform(sent);
    },
    send: () => void perform({ server, isSandbox, scheme, edited }),
  };
}

import { useEffect, useState } from 'react';
import type { Call } from '@site/src/runner/call';
import { forgetWord } from '@site/src/runner/asked-again';
import { exampleText } from '@site/src/runner/example-text';
import { askedAgain, type PastCall } from '@site/src/runner/history';
import { chosenServer } from '@site/src/runner/preferences';
import { credentialsOf } from '@site/src/sandbox/credentials';
import { useSandboxProject } from '@site/src/sandbox/project';
import { offeredServers } from '@site/src/sandbox/servers';
import { ownExamples } from '@site/src/values/example-kinds';
import { useValues } from '@site/src/values/store';
import { adviceOn } from './advice';
import { useChoices } from './use-choices';
import { useSending } from './use-sending';
import { useShownSamples } from './use-shown-samples';

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

/** State of the request runner of one call, and what the reader can do with it. */
export function useRunner(call: Call) {
  const own = useValues();
  const project = useSandboxProject();
  const [asked] = useState(() => {
    const past = askedAgain(call.id);
    return past && sentBy(past, call);
  });
  const choices = useChoices(call, asked);
  const { server, scheme, isSandbox } = choices;
  // Nothing until the reader edits: the example follows the values in use until then.
  const [edited, setText] = useState(asked?.edited);
  const example = isSandbox
    ? exampleText(call, project?.examples ?? {}, project?.readAt)
    : exampleText(call, ownExamples(own));
  const text = edited ?? example;
  const sending = useSending(call);
  const { perform } = sending;
  useShownSamples(call, server, text, isSandbox ? project?.broker : undefined);

  useEffect(() => {
    if (!asked) return undefined;
    forgetWord();
    const timer = setTimeout(() => void perform(asked));
    return () => clearTimeout(timer);
  }, [asked, perform]);

  // The sandbox makes its keys itself.
  const values = isSandbox ? project && credentialsOf(project) : own;
  return {
    ...sending,
    ...choices,
    text,
    advice: adviceOn(call, scheme, values, text),
    setText,
    reset: () => setText(undefined),
    again: (past: PastCall) => {
      const sent = sentBy(past, call);
      choices.take(sent);
      setText(sent.edited);
      void perform(sent);
    },
    send: () => void perform({ server, isSandbox, scheme, edited }),
  };
}

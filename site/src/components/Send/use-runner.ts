import { useEffect, useState } from 'react';
import type { Call } from '@site/src/runner/call';
import { forgetWord } from '@site/src/runner/asked-again';
import { askedAgain, type PastCall } from '@site/src/runner/history';
import {
  chooseScheme,
  chooseServer,
  chosenScheme,
  chosenServer,
} from '@site/src/runner/preferences';
import { serverChoices } from '@site/src/runner/servers';
import { bodyWithValues } from '@site/src/values/body-with-values';
import { useValues } from '@site/src/values/store';
import { adviceOn } from './advice';
import { useSending, type Sent } from './use-sending';
import { useShownSamples } from './use-shown-samples';

/** What a past call sent; its server may have gone from the documents since. */
function sentBy(past: PastCall, call: Call): Sent {
  const offered = serverChoices(call.servers);
  const isOffered = offered.some(({ url }) => url === past.server);
  return {
    server: isOffered ? past.server : chosenServer(call.api, offered),
    scheme: past.scheme ?? '',
    body: past.body,
  };
}

/** State of the request runner of one call, and what the reader can do with it. */
export function useRunner(call: Call) {
  const values = useValues();
  const servers = serverChoices(call.servers);
  const [asked] = useState(() => {
    const past = askedAgain(call.id);
    return past && sentBy(past, call);
  });
  const [server, setServer] = useState(() => asked?.server ?? chosenServer(call.api, servers));
  const [scheme, setScheme] = useState(
    () => asked?.scheme ?? chosenScheme(call.api, call.security),
  );
  // Nothing until the reader edits: the example follows the reader's values until then.
  const [edited, setText] = useState(asked?.body);
  const { schema, example } = call.request;
  const text = edited ?? JSON.stringify(bodyWithValues(schema, example, values), null, 2);
  const sending = useSending(call);
  const { perform } = sending;
  useShownSamples(call, server, text);

  useEffect(() => {
    if (!asked) return undefined;
    forgetWord();
    const timer = setTimeout(() => void perform(asked));
    return () => clearTimeout(timer);
  }, [asked, perform]);

  return {
    ...sending,
    servers,
    server,
    scheme,
    text,
    advice: adviceOn(call, scheme, values, text),
    setText,
    reset: () => setText(undefined),
    again: (past: PastCall) => {
      const sent = sentBy(past, call);
      setServer(sent.server);
      setScheme(sent.scheme);
      setText(sent.body);
      void perform(sent);
    },
    chooseServer: (url: string) => {
      setServer(url);
      chooseServer(call.api, url);
    },
    chooseScheme: (id: string) => {
      setScheme(id);
      chooseScheme(call.api, id);
    },
    send: () => void perform({ server, scheme, body: text }),
  };
}

import { useState, useSyncExternalStore } from 'react';
import type { Call } from '@site/src/runner/call';
import {
  chooseScheme,
  chooseServer,
  chosenScheme,
  chosenServer,
} from '@site/src/runner/preferences';
import type { ServerChoice } from '@site/src/runner/servers';
import { offeredServers } from '@site/src/sandbox/servers';
import { onChange, usesOwn } from '@site/src/values/stored';

/** A choice that holds while the reader stays with the sandbox, or with their own values. */
interface Picked {
  readonly isOwn: boolean;
  readonly url: string;
}

/**
 * Where a call goes, and as whom. The choice between the sandbox and the reader's own values can be made elsewhere, too:
 * in the panel of values.
 * @param asked server and scheme of a past call that is sent again
 */
export function useChoices(
  call: Call,
  asked: { readonly server: string; readonly scheme: string } | undefined,
) {
  const servers = offeredServers(call);
  const isOwn = useSyncExternalStore(onChange, usesOwn, () => false);
  const [picked, setPicked] = useState<Picked | undefined>(
    () => asked && { isOwn: usesOwn(), url: asked.server },
  );
  const [scheme, setScheme] = useState(
    () => asked?.scheme ?? chosenScheme(call.api, call.security),
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

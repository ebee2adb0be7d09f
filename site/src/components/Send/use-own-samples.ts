import { useEffect, useSyncExternalStore } from 'react';
import { useChosenProgram } from '@site/src/components/Samples/choice';
import { showSamples } from '@site/src/components/Samples/shown';
import { loadCall } from '@site/src/runner/load-call';
import { onChange, shownText } from '@site/src/values/stored';

/**
 * Writes the page's programs with the reader's values or those of their sandbox project, on pages whose request runner is
 * closed. A reader without either downloads nothing for it.
 * @param address of the call as data
 * @param isOff while the runner takes care of them
 */
export function useOwnSamples(address: string, isOff: boolean): void {
  const values = useSyncExternalStore(onChange, shownText, () => '');
  const http = useChosenProgram('http');
  const mqtt = useChosenProgram('mqtt');

  useEffect(() => {
    if (isOff) return undefined;
    if (values === '') {
      showSamples({});
      return undefined;
    }
    let isCurrent = true;
    Promise.all([import('@site/src/runner/own-samples'), loadCall(address)])
      .then(([{ ownSamples }, call]) => ownSamples(call, { http, mqtt }))
      .then(
        (samples) => {
          if (isCurrent) showSamples(samples);
        },
        // The page keeps the programs it came with.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [address, isOff, values, http, mqtt]);
}

import { useEffect } from 'react';
import { useChosenProgram } from '@site/src/components/Samples/choice';
import { showSamples } from '@site/src/components/Samples/shown';
import { loadCall } from '@site/src/runner/load-call';
import { useValues } from '@site/src/values/store';

/**
 * Writes the page's programs with the values a reader has entered, on pages whose request runner is closed. A reader
 * without values downloads nothing for it.
 * @param address of the call as data
 * @param isOff while the runner takes care of them
 */
export function useOwnSamples(address: string, isOff: boolean): void {
  const values = useValues();
  const http = useChosenProgram('http');
  const mqtt = useChosenProgram('mqtt');

  useEffect(() => {
    const hasValues = values.nodeId !== undefined || values.deviceId !== undefined;
    if (isOff) return undefined;
    if (!hasValues) {
      showSamples({});
      return undefined;
    }
    let isCurrent = true;
    Promise.all([import('@site/src/runner/own-samples'), loadCall(address)])
      .then(([{ ownSamples }, call]) => ownSamples(call, values, { http, mqtt }))
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

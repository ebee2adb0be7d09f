import { useEffect } from 'react';
import { useChosenProgram } from '@site/src/components/Samples/choice';
import { showSamples } from '@site/src/components/Samples/shown';
import type { Call } from '@site/src/runner/call';
import { useValues } from '@site/src/values/store';

/**
 * Writes the page's programs with the values a reader has entered, on pages whose request runner is closed. A reader
 * without values downloads nothing for it.
 * @param isOff while the runner takes care of them
 */
export function useOwnSamples(load: () => Promise<{ default: unknown }>, isOff: boolean): void {
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
    Promise.all([import('@site/src/runner/own-samples'), load()])
      .then(([{ ownSamples }, call]) => ownSamples(call.default as Call, values, { http, mqtt }))
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
  }, [load, isOff, values, http, mqtt]);
}

import { useDeferredValue, useEffect } from 'react';
import type { JsonValue } from '@anedya-docs/openapi-model';
import { useChosenProgram } from '@site/src/components/Samples/choice';
import { showSamples } from '@site/src/components/Samples/shown';
import type { Call } from '@site/src/runner/call';
import type { SandboxBroker } from '@site/src/sandbox/project';

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
 * @param broker that of the sandbox, while calls go there
 */
export function useShownSamples(
  call: Call,
  server: string,
  text: string,
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
        writeSamples(call, { server, body, chosen: { http, mqtt }, ...(broker && { broker }) }),
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
  }, [call, server, settled, http, mqtt, broker]);
}

import React, { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import Endpoint, { type Props as EndpointProps } from '@site/src/components/Endpoint';
import { showSamples } from '@site/src/components/Samples/shown';
import type { Call } from '@site/src/runner/call';
import type PanelComponent from './Panel';
import { useOwnSamples } from './use-own-samples';

interface Props extends EndpointProps {
  /** Loads what the request runner knows of the call. */
  readonly load: () => Promise<{ default: unknown }>;
}

interface Runner {
  readonly Panel: typeof PanelComponent;
  readonly call: Call;
}

/** Key that `runner/history.ts` leaves word under when a call of another page is to be sent again. */
const againKey = 'docs-call-again';

/** True when the tab has something for this page to take up at once. */
function isAwaited(): boolean {
  try {
    return (sessionStorage.getItem(againKey) ?? '""') !== '""';
  } catch {
    return false;
  }
}

/** Address of a call with the Send button. The runner behind it loads when the reader reaches for the button. */
export default function Send({ load, ...endpoint }: Props): ReactNode {
  const [runner, setRunner] = useState<Runner>();
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed');
  const loading = useRef<Promise<Runner>>(undefined);
  const button = useRef<HTMLButtonElement>(null);

  const fetchRunner = useCallback(() => {
    loading.current ??= Promise.all([import('./Panel'), load()]).then(([panel, data]) => ({
      Panel: panel.default,
      call: data.default as Call,
    }));
    loading.current.catch(() => {
      loading.current = undefined;
    });
    return loading.current;
  }, [load]);

  const open = useCallback(() => {
    setState('open');
    fetchRunner().then(setRunner, () => setState('failed'));
  }, [fetchRunner]);

  useEffect(() => {
    if (!isAwaited()) return undefined;
    const timer = setTimeout(open);
    return () => clearTimeout(timer);
  }, [open]);
  useOwnSamples(load, runner !== undefined);
  // The next page comes with programs of its own.
  useEffect(() => () => showSamples({}), []);

  const preload = () => void fetchRunner().catch(() => undefined);
  const close = () => {
    setState('closed');
    button.current?.focus();
  };
  return (
    <div className="send">
      <Endpoint {...endpoint}>
        <button
          ref={button}
          type="button"
          className="send__open"
          aria-expanded={state === 'open'}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={state === 'open' ? close : open}
        >
          Send
        </button>
      </Endpoint>
      {state === 'failed' && (
        <p role="alert">Send could not be loaded. Check the connection and press Send again.</p>
      )}
      {state === 'open' && runner && <runner.Panel call={runner.call} onClose={close} />}
    </div>
  );
}

import React, {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import Endpoint, { type Props as EndpointProps } from '@site/src/components/Endpoint';
import { showSamples, useChosenProgram } from '@site/src/components/Samples/choice';
import { loadCall, loadValidator, type Call, type Validate } from '@site/src/runner/call';
import { pendingResend } from '@site/src/runner/resend';
import { onChange, shownText } from '@site/src/values/stored';
import type PanelComponent from './Panel';

/**
 * Writes the page's programs with the reader's values or those of their sandbox project, on pages whose request runner is
 * closed. A reader without either downloads nothing for it.
 * @param address of the call as data
 * @param isOff while the runner takes care of them
 */
function useOwnSamples(address: string, isOff: boolean): void {
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
    Promise.all([import('@site/src/runner/write-samples'), loadCall(address)])
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

interface Props extends EndpointProps {
  /** API and id: `platform/node-create`. */
  readonly call: string;
}

interface Runner {
  readonly Panel: typeof PanelComponent;
  readonly call: Call;
  readonly validate: Validate;
}

/** Address of a call with the button that opens the request runner. The runner behind it loads when the reader reaches for the button. */
export default function Send({ call, ...endpoint }: Props): ReactNode {
  const address = useBaseUrl(`/calls/${call}.json`);
  const validator = useBaseUrl(`/calls/${call}.js`);
  const [runner, setRunner] = useState<Runner>();
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed');
  const loading = useRef<Promise<Runner>>(undefined);
  const button = useRef<HTMLButtonElement>(null);

  const fetchRunner = useCallback(() => {
    loading.current ??= Promise.all([
      import('./Panel'),
      loadCall(address),
      loadValidator(validator),
    ]).then(([panel, data, validate]) => ({ Panel: panel.default, call: data, validate }));
    loading.current.catch(() => {
      loading.current = undefined;
    });
    return loading.current;
  }, [address, validator]);

  const open = useCallback(() => {
    setState('open');
    fetchRunner().then(setRunner, () => setState('failed'));
  }, [fetchRunner]);

  useEffect(() => {
    if (pendingResend(call.split('/')[1] ?? '') === undefined) return undefined;
    const timer = setTimeout(open);
    return () => clearTimeout(timer);
  }, [call, open]);
  useOwnSamples(address, runner !== undefined);
  // The next page comes with its own programs.
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
          className="send__open js-only"
          aria-expanded={state === 'open'}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={state === 'open' ? close : open}
        >
          Try it
        </button>
      </Endpoint>
      {state === 'failed' && (
        <p role="alert">
          The request form could not be loaded. Check your network connection and select “Try it”
          again.
        </p>
      )}
      {state === 'open' && runner && (
        <runner.Panel call={runner.call} validate={runner.validate} onClose={close} />
      )}
    </div>
  );
}

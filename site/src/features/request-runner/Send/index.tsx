import React, {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { CopyButton } from '@site/src/components/CodeBlock';
import { showSamples, useChosenProgram } from '@site/src/features/samples';
import {
  loadOperation,
  loadValidator,
  type OperationData,
  type Validate,
} from '@site/src/requests/operation';
import { clearResend, pendingResend } from '../resend';
import { textInUse } from '@site/src/requests/sandbox-home';
import { onChange } from '@site/src/requests/values-choice';
import type PanelComponent from './Panel';
import type { Edit } from './use-runner';
import useSectionInView from './use-section-in-view';

/**
 * Replaces the programs of the page with programs that use the reader's values or those of their sandbox project, while the
 * request runner is closed. Loads nothing for a reader without either.
 * @param address URL of the operation's data
 * @param isOff true while the request runner replaces the programs
 */
function useOwnSamples(address: string, isOff: boolean): void {
  const values = useSyncExternalStore(onChange, textInUse, () => '');
  const http = useChosenProgram('http');
  const mqtt = useChosenProgram('mqtt');

  useEffect(() => {
    if (isOff) return undefined;
    if (values === '') {
      showSamples({});
      return undefined;
    }
    let isCurrent = true;
    Promise.all([import('../write-samples'), loadOperation(address)])
      .then(([{ ownSamples }, operation]) => ownSamples(operation, { http, mqtt }))
      .then(
        (samples) => {
          if (isCurrent) showSamples(samples);
        },
        // The page keeps its own programs.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [address, isOff, values, http, mqtt]);
}

/** Links the fields of the request and the lines of the sample, from the first time that the reader points at either. */
function useFieldLines(): void {
  useEffect(() => {
    let isNeeded = false;
    const follow = (event: Event) => {
      isNeeded ||= event.target instanceof Element && !!event.target.closest('.field,.samples');
      if (!isNeeded) return;
      import(/* webpackExports: "followFields" */ '@site/src/features/samples').then(
        ({ followFields }) => followFields(event),
        () => undefined,
      );
    };
    document.addEventListener('pointermove', follow);
    document.addEventListener('focusin', follow);
    return () => {
      document.removeEventListener('pointermove', follow);
      document.removeEventListener('focusin', follow);
    };
  }, []);
}

interface EndpointProps {
  readonly method: string;
  /** URL up to the value of the server variable, or the whole URL. */
  readonly before: string;
  /** Name of the server variable, such as `region`. */
  readonly variable?: string;
  readonly value?: string;
  readonly after?: string;
  /** Rendered at the end of the bar. */
  readonly children?: ReactNode;
}

/**
 * Method and URL of an operation, with the value of the server variable highlighted. Styles show the path before the host,
 * which differs least between operations; screen readers and the clipboard get the URL.
 */
function Endpoint(props: EndpointProps): ReactNode {
  const { method, before, variable, value, after = '', children } = props;
  const url = useRef<HTMLElement>(null);
  // The host ends in the part after the variable, or in the only part.
  const last = variable === undefined ? before : after;
  const [, host = '', path = ''] = /^((?:https?:\/\/)?[^/]*)(.*)$/.exec(last) ?? [];
  return (
    <div className="endpoint">
      <span className="endpoint__method">{method}</span>
      <code className="endpoint__url" translate="no" ref={url}>
        <span className="endpoint__host">
          <bdi>
            {variable === undefined ? (
              host
            ) : (
              <>
                {before}
                <span title={variable}>{value}</span>
                {host}
              </>
            )}
          </bdi>
        </span>
        <span className="endpoint__path">{path}</span>
      </code>
      <CopyButton source={() => url.current?.textContent ?? ''} label="URL" />
      {children}
    </div>
  );
}

interface Props extends EndpointProps {
  /** API and operation id: `platform/node-create`. */
  readonly operation: string;
}

interface Runner {
  readonly Panel: typeof PanelComponent;
  readonly operation: OperationData;
  readonly validate: Validate;
}

/**
 * URL of an operation with the button that opens the request runner. The runner loads when the reader is about to use the
 * button.
 */
export default function Send({ operation, ...endpoint }: Props): ReactNode {
  const address = useBaseUrl(`/operations/${operation}.json`);
  const validator = useBaseUrl(`/operations/${operation}.js`);
  const [runner, setRunner] = useState<Runner>();
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed');
  const loading = useRef<Promise<Runner>>(undefined);
  const button = useRef<HTMLButtonElement>(null);
  const editState = useState<Edit>();

  const fetchRunner = useCallback(() => {
    loading.current ??= Promise.all([
      import('./Panel'),
      loadOperation(address),
      loadValidator(validator),
    ]).then(([panel, data, validate]) => ({ Panel: panel.default, operation: data, validate }));
    loading.current.catch(() => {
      loading.current = undefined;
    });
    return loading.current;
  }, [address, validator]);

  const open = useCallback(() => {
    setState('open');
    fetchRunner().then(setRunner, () => {
      // Otherwise the page would send the request when the reader returns to it.
      clearResend();
      setState('failed');
    });
  }, [fetchRunner]);

  useEffect(() => {
    if (pendingResend(operation) === undefined) return undefined;
    const timer = setTimeout(open);
    return () => clearTimeout(timer);
  }, [operation, open]);
  useOwnSamples(address, state === 'open' && runner !== undefined);
  useFieldLines();
  useSectionInView();
  // The next page has its own programs.
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
          className="control control--main send__open js-only"
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
        <runner.Panel
          operation={runner.operation}
          validate={runner.validate}
          editState={editState}
          onClose={close}
        />
      )}
    </div>
  );
}

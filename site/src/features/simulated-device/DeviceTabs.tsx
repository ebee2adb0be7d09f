import React, {
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import useOnDemand from '@site/src/components/useOnDemand';
import { currentOffer, loadProgramTab, onOffer } from '@site/src/features/firmware';
import { tabAfter } from '@site/src/features/samples';
import DevicePanel from './DevicePanel';
import Drawing from './Drawing';

const names = ['Device', 'Program'] as const;

type Props = ComponentProps<typeof DevicePanel>;

/** The device, and the program that it runs. The program's editor loads when the reader is about to open its tab. */
export default function DeviceTabs(props: Props): ReactNode {
  const { greenhouse, state } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const offer = useSyncExternalStore(onOffer, currentOffer, currentOffer);
  const [shown, setShown] = useState(offer ? 1 : 0);
  const [lastOffer, setLastOffer] = useState(offer);
  if (offer !== lastOffer) {
    setLastOffer(offer);
    if (offer) setShown(1);
  }
  const { Component: Program, hasFailed, show, preload } = useOnDemand(loadProgramTab);
  useEffect(() => {
    if (shown === 1) show();
  }, [shown, show]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabAfter(event.key, shown, names.length);
    if (next === undefined) return;
    event.preventDefault();
    setShown(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <>
      <div
        ref={list}
        className="device__tabs"
        role="tablist"
        aria-label="Simulated greenhouse"
        onKeyDown={onKeyDown}
      >
        {names.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            className="tab"
            id={id + name}
            aria-selected={index === shown}
            aria-controls={`${id}${name}panel`}
            tabIndex={index === shown ? 0 : -1}
            onPointerEnter={index === 1 ? preload : undefined}
            onClick={() => setShown(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}Devicepanel`}
        aria-labelledby={`${id}Device`}
        hidden={shown !== 0}
      >
        <DevicePanel {...props} />
      </div>
      <div
        role="tabpanel"
        id={`${id}Programpanel`}
        aria-labelledby={`${id}Program`}
        hidden={shown !== 1}
      >
        {Program && (
          <Program board={greenhouse.program} picture={<Drawing device={state.device} />} />
        )}
        {!Program && !hasFailed && <p className="runner__hint">The editor loads…</p>}
        {hasFailed && (
          <p role="alert">
            The editor could not be loaded. Check your network connection.{' '}
            <button type="button" className="control control--small" onClick={show}>
              Try again
            </button>
          </p>
        )}
      </div>
    </>
  );
}

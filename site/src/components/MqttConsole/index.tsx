import React, { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type LoaderComponent from './Console';

/** Whether the console is open: it comes back as it was when the reader returns to the page within this tab. */
let isOpen = false;

const load = () => import('./Console');
const preload = () => void load().catch(() => undefined);

/** Opens the MQTT console, which loads with its MQTT client when the reader reaches for the button. */
export default function MqttConsole(): ReactNode {
  const [Loader, setLoader] = useState<typeof LoaderComponent | 'failed'>();
  const button = useRef<HTMLButtonElement>(null);
  const show = useCallback(
    () =>
      load().then(
        (module) => setLoader(() => module.default),
        () => setLoader('failed'),
      ),
    [],
  );
  useEffect(() => {
    if (isOpen) void show();
  }, [show]);
  const toggle = () => {
    isOpen = !isOpen || Loader === 'failed';
    if (isOpen) return void show();
    setLoader(undefined);
    button.current?.focus();
  };
  return (
    <>
      <p className="js-only">
        <button
          ref={button}
          type="button"
          className="send__open"
          onPointerEnter={preload}
          onFocus={preload}
          onClick={toggle}
        >
          MQTT console
        </button>
      </p>
      {Loader === 'failed' ? (
        <p role="alert">The console could not be loaded. Try again.</p>
      ) : (
        Loader && <Loader onClose={toggle} />
      )}
    </>
  );
}

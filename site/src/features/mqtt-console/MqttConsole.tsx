import React, { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type LoaderComponent from './Console';

/** True when the console is open. The state is restored when the reader returns to the page in the same tab. */
let isOpen = false;

const load = () => import('./Console');
const preload = () => void load().catch(() => undefined);

/** Button that opens the MQTT console. The console and its MQTT client load when the reader is about to use the button. */
export default function MqttConsole(): ReactNode {
  const [Loader, setLoader] = useState<typeof LoaderComponent | 'failed'>();
  const button = useRef<HTMLButtonElement>(null);
  const [takesFocus, setTakesFocus] = useState(false);
  const show = useCallback(
    () =>
      load().then(
        (module) => {
          if (isOpen) setLoader(() => module.default);
        },
        () => setLoader('failed'),
      ),
    [],
  );
  useEffect(() => {
    if (isOpen) void show();
  }, [show]);
  const isShown = Loader !== undefined && Loader !== 'failed';
  const open = () => {
    isOpen = true;
    setTakesFocus(true);
    void show();
  };
  const close = () => {
    isOpen = false;
    setLoader(undefined);
    void load().then(({ disconnect }) => disconnect());
    button.current?.focus();
  };
  return (
    <>
      <p className="js-only">
        <button
          ref={button}
          type="button"
          className="control control--main"
          onPointerEnter={preload}
          onFocus={preload}
          aria-expanded={isShown}
          onClick={isShown ? close : open}
        >
          MQTT console
        </button>
      </p>
      {Loader === 'failed' ? (
        <p role="alert">The console could not be loaded. Try again.</p>
      ) : (
        Loader && <Loader takesFocus={takesFocus} onClose={close} />
      )}
    </>
  );
}

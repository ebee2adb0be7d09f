import React, { useCallback, useState, type ComponentType, type ReactNode } from 'react';

interface OnDemand<P> {
  /** Undefined until it has loaded. */
  readonly Component: ComponentType<P> | undefined;
  readonly hasFailed: boolean;
  /** Loads the component; after an error, again. */
  readonly show: () => void;
  /** Fetches the code when the reader is about to use the component. */
  readonly preload: () => void;
}

/**
 * Loads a component when the reader asks for it.
 * @param load imports it; a constant of the module
 */
export default function useOnDemand<P>(load: () => Promise<ComponentType<P>>): OnDemand<P> {
  const [Component, setComponent] = useState<ComponentType<P>>();
  const [hasFailed, setHasFailed] = useState(false);
  const show = useCallback(() => {
    setHasFailed(false);
    load().then(
      (component) => setComponent(() => component),
      () => setHasFailed(true),
    );
  }, [load]);
  return { Component, hasFailed, show, preload: () => void load().catch(() => undefined) };
}

interface ButtonProps extends Pick<OnDemand<never>, 'hasFailed' | 'show' | 'preload'> {
  /** Subject of the sentence when the code does not load: `The chart`. */
  readonly what: string;
  readonly children: ReactNode;
}

/** Button that shows a component, and says when its code does not load. */
export function OnDemandButton({
  what,
  children,
  hasFailed,
  show,
  preload,
}: ButtonProps): ReactNode {
  return (
    <>
      <button
        type="button"
        className="control control--main js-only"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={show}
      >
        {children}
      </button>
      {hasFailed && (
        <span role="alert">
          {' '}
          {what} could not be loaded. Check your network connection and try again.
        </span>
      )}
    </>
  );
}

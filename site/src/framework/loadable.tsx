/** Components whose code loads when they are first rendered: the part of `react-loadable` that the framework uses. */
import React, { useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react';
import type { LoadingComponentProps } from 'react-loadable';

/** Delay before the loading state is visible, in milliseconds (specification, sections 4 and 9). */
const spinnerDelay = 200;

type Props = Readonly<Record<string, unknown>>;

interface Load<Loaded> {
  isLoading: boolean;
  loaded?: Loaded;
  error?: unknown;
  readonly promise: Promise<Loaded>;
}

interface Options<Loader, Loaded> {
  readonly loading: ComponentType<LoadingComponentProps>;
  readonly loader: Loader;
  readonly render: (loaded: Loaded, props: Props) => ReactNode;
}

function start<Loaded>(load: () => Promise<Loaded>): Load<Loaded> {
  const state: Load<Loaded> = {
    isLoading: true,
    promise: load().then(
      (loaded) => {
        state.isLoading = false;
        state.loaded = loaded;
        return loaded;
      },
      (error: unknown) => {
        state.isLoading = false;
        state.error = error ?? new Error('nothing was loaded');
        throw error;
      },
    ),
  };
  return state;
}

function create<Loaded>(
  load: () => Promise<Loaded>,
  { loading: Loading, render }: Omit<Options<unknown, Loaded>, 'loader'>,
) {
  let shared: Load<Loaded> | undefined;
  const init = () => (shared ??= start(load));

  function Loadable(props: Props): ReactNode {
    const [state, setState] = useState(init);
    const [, update] = useReducer((count: number) => count + 1, 0);
    const [pastDelay, setPastDelay] = useState(false);
    const { isLoading, error, loaded } = state;
    useEffect(() => {
      if (!isLoading) return undefined;
      let isMounted = true;
      const timer = setTimeout(() => setPastDelay(true), spinnerDelay);
      const finish = () => {
        clearTimeout(timer);
        if (isMounted) update();
      };
      state.promise.then(finish, finish);
      return () => {
        isMounted = false;
        clearTimeout(timer);
      };
    }, [state, isLoading]);
    if (isLoading || error !== undefined) {
      const retry = () => {
        shared = start(load);
        setState(shared);
      };
      return (
        <Loading
          isLoading={isLoading}
          pastDelay={pastDelay}
          timedOut={false}
          error={error}
          retry={retry}
        />
      );
    }
    return render(loaded as Loaded, props);
  }
  /** Preloads the code. @returns a promise that is rejected when loading fails */
  Loadable.preload = () => init().promise;
  return Loadable;
}

type Loaders = Readonly<Record<string, () => Promise<unknown>>>;

/** A component from one module. */
export default function loadable<Loaded>(options: Options<() => Promise<Loaded>, Loaded>) {
  return create(options.loader, options);
}

/** A component from several modules, by name. */
loadable.Map = (options: Options<Loaders, Readonly<Record<string, unknown>>>) =>
  create(async () => {
    const entries = Object.entries(options.loader).map(
      async ([name, load]) => [name, await load()] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  }, options);

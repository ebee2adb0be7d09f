/**
 * Router of the browser: the part of React Router 5 and `react-router-config` that the framework uses, with a table of
 * literal paths. The packages would add 4 kB to every first load, and compile a regular expression for each of 90 routes.
 */
import React, {
  createContext,
  useContext,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
  type AnchorHTMLAttributes,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { history, pathOf, resolve, type Location, type To } from './history';
import { matchLiteral } from './literal-path';

export interface Match {
  readonly path: string;
  readonly url: string;
  readonly isExact: boolean;
  readonly params: Readonly<Record<string, string>>;
}

interface RouterState {
  readonly history: typeof history;
  readonly location: Location;
  readonly match: Match | null;
}

export interface RouteConfig {
  readonly path?: string;
  readonly exact?: boolean;
  readonly key?: string;
  readonly routes?: readonly RouteConfig[];
  readonly component: ComponentType<RouterState & { readonly route: RouteConfig }>;
}

const rootMatch = (pathname: string): Match => ({
  path: '/',
  url: '/',
  isExact: pathname === '/',
  params: {},
});

const Context = createContext<RouterState | undefined>(undefined);

function useRouter(): RouterState {
  const state = useContext(Context);
  if (!state) throw new Error('no router around this component');
  return state;
}

export const useHistory = () => history;
export const useLocation = (): Location => useRouter().location;

interface Pattern {
  readonly path?: string | readonly string[] | undefined;
  readonly exact?: boolean | undefined;
}

/** Returns the first literal path, or `*`, that matches. Paths are case-sensitive. */
export function matchPath(
  pathname: string,
  pattern: string | readonly string[] | Pattern,
): Match | null {
  const { path = [], exact = false } =
    typeof pattern === 'object' && !Array.isArray(pattern)
      ? (pattern as Pattern)
      : { path: pattern as string };
  for (const candidate of [path].flat()) {
    const url = matchLiteral(candidate, pathname, exact);
    const isExact = url === pathname;
    if (url === undefined || (exact && !isExact)) continue;
    return {
      path: candidate,
      url: candidate === '/' && url === '' ? '/' : url,
      isExact,
      params: {},
    };
  }
  return null;
}

export interface Branch {
  readonly route: RouteConfig;
  readonly match: Match;
}

/** Returns the matching route and its parents, outermost first. */
export function matchRoutes(
  routes: readonly RouteConfig[],
  pathname: string,
  above: readonly Branch[] = [],
): Branch[] {
  for (const route of routes) {
    const match = route.path
      ? matchPath(pathname, route)
      : (above.at(-1)?.match ?? rootMatch(pathname));
    if (!match) continue;
    const branch = [...above, { route, match }];
    return route.routes ? matchRoutes(route.routes, pathname, branch) : branch;
  }
  return [...above];
}

interface RouteProps extends Pattern {
  readonly location?: Location;
  readonly computedMatch?: Match | null;
  readonly render: (state: RouterState) => ReactNode;
}

/** Renders its content with a location, or if a path matches. */
export function Route({
  location: own,
  path,
  exact,
  computedMatch,
  render,
}: RouteProps): ReactNode {
  const outer = useRouter();
  const location = own ?? outer.location;
  const { pathname } = location;
  const inherited = own ? rootMatch(pathname) : outer.match;
  const match = computedMatch ?? (path ? matchPath(pathname, { path, exact }) : inherited);
  const isMatch = match !== null;
  const { path: matched = '', url = '', isExact = false } = match ?? {};
  // All links of the page read this state: a new object for a different match only, not for each equal one.
  const state = useMemo<RouterState>(
    () => ({
      history,
      location,
      match: isMatch ? { path: matched, url, isExact, params: {} } : null,
    }),
    [location, isMatch, matched, url, isExact],
  );
  return <Context.Provider value={state}>{isMatch ? render(state) : null}</Context.Provider>;
}

function Routes({ routes }: { readonly routes: readonly RouteConfig[] }): ReactNode {
  const { location, match: outer } = useRouter();
  for (const [index, route] of routes.entries()) {
    const match = route.path ? matchPath(location.pathname, route) : outer;
    if (!match) continue;
    const { component: Component } = route;
    // The key distinguishes pages that have the same component.
    return (
      <Route
        key={route.key ?? index}
        location={location}
        computedMatch={match}
        render={(state) => <Component {...state} route={route} />}
      />
    );
  }
  return null;
}

/** Renders the first route that matches the location. */
export function renderRoutes(routes: readonly RouteConfig[] | undefined): ReactNode {
  return routes ? <Routes routes={routes} /> : null;
}

const currentLocation = () => history.location;

export function BrowserRouter({ children }: { readonly children: ReactNode }): ReactNode {
  const location = useSyncExternalStore(history.listen, currentLocation, currentLocation);
  const state = useMemo(
    () => ({ history, location, match: rootMatch(location.pathname) }),
    [location],
  );
  return <Context.Provider value={state}>{children}</Context.Provider>;
}

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly to: To | ((from: Location) => To);
  readonly replace?: boolean;
  readonly innerRef?: Ref<HTMLAnchorElement>;
}

const hasModifier = ({ metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  metaKey || altKey || ctrlKey || shiftKey;

/** A link that navigates without loading a document. */
export function Link({ to, replace, innerRef, onClick, ...props }: LinkProps): ReactNode {
  const { location: from } = useRouter();
  const location = resolve(typeof to === 'function' ? to(from) : to, from);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const opensInThisTab = !props.target || props.target === '_self';
    if (event.defaultPrevented || event.button !== 0 || !opensInThisTab || hasModifier(event))
      return;
    event.preventDefault();
    const isSame = pathOf(from) === pathOf(location);
    history[replace || isSame ? 'replace' : 'push'](location);
  };
  return <a {...props} ref={innerRef} href={pathOf(location)} onClick={follow} />;
}

interface NavLinkProps extends LinkProps {
  readonly activeClassName?: string;
  readonly exact?: boolean;
  readonly isActive?: (match: Match | null, location: Location) => boolean;
}

/** A link that is marked as current when its page, or a page below it, is the current one. */
export function NavLink(props: NavLinkProps): ReactNode {
  const { activeClassName = 'active', exact, isActive, className, to, ...rest } = props;
  const { location: current } = useRouter();
  const { pathname, search, hash } = resolve(typeof to === 'function' ? to(current) : to, current);
  const match = matchPath(current.pathname, { path: pathname, exact });
  const active = isActive ? isActive(match, current) : match !== null;
  const classes = active ? [className, activeClassName].filter(Boolean).join(' ') : className;
  return (
    <Link
      aria-current={active ? 'page' : undefined}
      className={classes}
      to={{ pathname, search, hash }}
      {...rest}
    />
  );
}

/** Replaces the location when it mounts. */
export function Redirect({ to }: { readonly to: To }): null {
  useLayoutEffect(() => history.replace(to), [to]);
  return null;
}

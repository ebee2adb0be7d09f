import React, { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useSampleChoice, useShownTabs } from './choice';
import { tabAfter, tabsOf, tabsOfData, type TabData } from './tabs';

interface Props {
  /** Programs of one group share the reader's choice: `http` or `mqtt`. */
  readonly group: 'http' | 'mqtt';
  /** The programs as data, or ... */
  readonly tabs?: readonly TabData[];
  /** ... as fenced blocks with `sample="id" label="Name"`. */
  readonly children?: ReactNode;
}

const names = { http: 'Language', mqtt: 'MQTT client' };

/**
 * Shows the first program where the chosen language is none of these; the rules for chosen languages are in every
 * page's head (`plugins/api-reference/samples.ts`).
 */
function fallbackRule(group: string, ids: readonly string[]): string {
  const [first = ''] = ids;
  const offered = ids.map((id) => `[data-sample-${group}=${id}]`).join();
  const scope = `[data-sample-${group}]:not(${offered}) .samples--${ids.join('-')}`;
  return (
    `${scope} .samples__panel--${group}-${first}{display:block}` +
    `${scope} .samples__tab--${group}-${first}{color:var(--ifm-font-color-base);box-shadow:inset 0 -2px var(--ifm-color-primary)}`
  );
}

/** The same program in several languages, as tabs. Which one shows is decided by styles, before any script runs. */
export default function Samples({ group, tabs: data, children }: Props): ReactNode {
  const shown = useShownTabs(group);
  const tabs = data ? tabsOfData(shown ?? data) : tabsOf(children);
  const ids = tabs.map(({ id }) => id);
  const [chosen, choose] = useSampleChoice(group, ids);
  const list = useRef<HTMLDivElement>(null);
  const prefix = useId();

  const onKeyDown = (event: KeyboardEvent) => {
    const current = tabs.findIndex(({ id }) => id === chosen);
    const next = tabAfter(event.key, current, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    choose(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <div className={`samples samples--${ids.join('-')}`}>
      {data === undefined && <style>{fallbackRule(group, ids)}</style>}
      <div
        ref={list}
        className="samples__tabs"
        role="tablist"
        aria-label={names[group]}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${prefix}${id}-tab`}
            aria-controls={`${prefix}${id}`}
            aria-selected={id === chosen}
            tabIndex={id === chosen ? 0 : -1}
            className={`samples__tab samples__tab--${group}-${id}`}
            onClick={() => choose(id)}
          >
            {label}
          </button>
        ))}
      </div>
      {tabs.map(({ id, block }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${prefix}${id}`}
          aria-labelledby={`${prefix}${id}-tab`}
          className={`samples__panel samples__panel--${group}-${id}`}
        >
          {block}
        </div>
      ))}
    </div>
  );
}

import React, { type ReactNode } from 'react';
import { useSampleChoice, useShownTabs } from './choice';
import { tabsOf, tabsOfData, type TabData } from './tabs';

interface Props {
  /** Programs of one group share the selection: `http` or `mqtt`. */
  readonly group: 'http' | 'mqtt';
  /** The programs as data, or ... */
  readonly tabs?: readonly TabData[];
  /** ... as fenced blocks with `sample="id" label="Name"`. */
  readonly children?: ReactNode;
}

const names = { http: 'Language', mqtt: 'MQTT client' };

/**
 * Shows the first program when the selected language is not available. The rules for selected languages are in the head of
 * every page (`content/api-reference/samples.ts`).
 */
function fallbackRule(group: string, ids: readonly string[]): string {
  const [first = ''] = ids;
  const offered = ids.map((id) => `[data-sample-${group}=${id}]`).join();
  const scope = `[data-sample-${group}]:not(${offered}) .samples--${ids.join('-')}`;
  return `${scope} .sample--${group}-${first}{display:revert}`;
}

/** The same program in several languages, with a menu. Which one shows is decided by styles, before any script runs. */
export default function Samples({ group, tabs: data, children }: Props): ReactNode {
  const shown = useShownTabs(group);
  const tabs = data ? tabsOfData(shown ?? data) : tabsOf(children);
  const ids = tabs.map(({ id }) => id);
  const [chosen, choose] = useSampleChoice(group, ids);

  return (
    // Programs that compare a page with its Markdown find the samples of an operation in `samples.md`.
    <div className={`samples samples--${ids.join('-')}`} data-markdown-ignore={data && ''}>
      {data === undefined && <style>{fallbackRule(group, ids)}</style>}
      <div className="samples__menu">
        <span aria-hidden="true">
          <span className="samples__caption">{names[group]}</span>
          {tabs.map(({ id, label }) => (
            <span key={id} className={`samples__name sample--${group}-${id}`}>
              {label}
            </span>
          ))}
        </span>
        <select
          name={group}
          aria-label={names[group]}
          value={chosen}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {tabs.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {tabs.map(({ id, block }) => (
        <div key={id} className={`samples__panel sample--${group}-${id}`}>
          {block}
        </div>
      ))}
    </div>
  );
}

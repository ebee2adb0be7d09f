import React, { useId, type MouseEvent, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import {
  withFavorite,
  withoutFavorite,
  withoutRecent,
  type Change,
  type StoredSearch,
  type StoredSearches,
} from '../stored-searches';
import { HitTexts } from './Hits';
import Icon, { type IconName } from './icons';
import type { Selection } from './useSelection';
import styles from './styles.module.css';

interface Action {
  readonly name: string;
  readonly icon: IconName;
  readonly change: Change;
}

interface Props {
  readonly stored: StoredSearches;
  /** Pages to suggest below them. */
  readonly popular: readonly StoredSearch[];
  readonly selection: Selection;
  readonly onOpen: (event: MouseEvent, search: StoredSearch) => void;
  readonly onOpenPopular: (event: MouseEvent) => void;
  readonly onChange: (change: Change, search: StoredSearch) => void;
}

/**
 * Searches of earlier visits, then popular pages. Searches have buttons, which options of a list box may not contain, so that they are the rows of a
 * grid (WAI-ARIA Authoring Practices, combobox with a grid popup).
 */
export default function Stored(props: Props): ReactNode {
  const { stored, popular, selection, onOpen, onOpenPopular, onChange } = props;
  const id = useId();
  const groups: {
    name: string;
    icon: IconName;
    list: readonly StoredSearch[];
    open: Props['onOpen'];
    actions: Action[];
  }[] = [
    {
      name: 'Recent',
      icon: 'recent',
      list: stored.recent,
      open: onOpen,
      actions: [
        { name: 'Save this search', icon: 'star', change: withFavorite },
        { name: 'Remove this search from history', icon: 'remove', change: withoutRecent },
      ],
    },
    {
      name: 'Favorite',
      icon: 'star',
      list: stored.favorites,
      open: onOpen,
      actions: [
        { name: 'Remove this search from favorites', icon: 'remove', change: withoutFavorite },
      ],
    },
    { name: 'Popular pages', icon: 'page', list: popular, open: onOpenPopular, actions: [] },
  ];
  let index = 0;
  return (
    <div {...selection.list} role="grid" aria-label="Suggestions">
      {groups
        .filter(({ list }) => list.length > 0)
        .map(({ name, icon, list, open, actions }) => (
          <div key={name} role="rowgroup" aria-labelledby={`${id}${icon}`}>
            <div id={`${id}${icon}`} role="presentation" className={styles.group}>
              {name}
            </div>
            {list.map((search) => (
              <div key={search.objectID} role="row" className={styles.row}>
                <div {...selection.item(index++)} role="gridcell" className={styles.cell}>
                  <Link
                    className={styles.hit}
                    to={search.url}
                    target="_self"
                    tabIndex={-1}
                    onClick={(event) => open(event, search)}
                  >
                    <Icon name={icon} className={styles.icon} />
                    <HitTexts hit={search} />
                  </Link>
                </div>
                {actions.map((action) => (
                  <div key={action.name} role="gridcell">
                    <button
                      type="button"
                      className="control control--quiet control--icon"
                      title={action.name}
                      onClick={() => onChange(action.change, search)}
                    >
                      <Icon name={action.icon} />
                    </button>
                  </div>
                ))}
              </div>
            ))}
          </div>
        ))}
    </div>
  );
}

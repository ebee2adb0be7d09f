import React, { useId, type MouseEvent, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { Marked } from '../SearchResults/screens';
import type { SearchHit } from '../SearchResults/useResults';
import { textsOf, type HitGroup } from './hit-groups';
import Icon, { type IconName } from './icons';
import type { Selection } from './useSelection';
import styles from './styles.module.css';

function iconOf({ type }: SearchHit): IconName {
  if (type === 'content') return 'text';
  return type === 'lvl1' || type === undefined ? 'page' : 'heading';
}

interface HitTextsProps {
  readonly hit: SearchHit;
  readonly isBelowPage?: boolean;
}

/** Title, page and text of a hit. */
export function HitTexts({ hit, isBelowPage = false }: HitTextsProps): ReactNode {
  const { title, page, excerpt } = textsOf(hit);
  return (
    <span className={styles.texts}>
      <Marked className={styles.title} html={title} />
      {page !== undefined && !isBelowPage && <Marked className={styles.detail} html={page} />}
      {excerpt !== undefined && <Marked className={styles.detail} html={excerpt} />}
    </span>
  );
}

interface Props {
  readonly groups: readonly HitGroup[];
  readonly selection: Selection;
  readonly urlOf: (hit: SearchHit) => string;
  readonly onOpen: (event: MouseEvent, hit: SearchHit, page: SearchHit | undefined) => void;
}

/** Hits as the list box of the field, each of which is a link. */
export default function Hits({ groups, selection, urlOf, onOpen }: Props): ReactNode {
  const id = useId();
  let index = 0;
  return (
    <div {...selection.list} role="listbox" aria-label="Results">
      {groups.map(({ name, members }, number) => (
        <div key={name} role="group" aria-labelledby={`${id}${number}`}>
          <div id={`${id}${number}`} role="presentation" className={styles.group}>
            <Marked html={name} />
          </div>
          {members.map(({ hit, page, isBelowPage }) => (
            <Link
              key={hit.objectID}
              {...selection.item(index++)}
              role="option"
              className={isBelowPage ? styles.childHit : styles.hit}
              to={urlOf(hit)}
              // Hits of other sites open in the same tab, with Enter as with a click.
              target="_self"
              tabIndex={-1}
              onClick={(event) => onOpen(event, hit, page)}
            >
              <Icon name={iconOf(hit)} className={styles.icon} />
              <HitTexts hit={hit} isBelowPage={isBelowPage} />
              <Icon name="enter" className={styles.enter} />
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}

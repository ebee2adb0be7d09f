import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { isComposing } from '@site/src/components/keyboard';

interface ListProps {
  readonly id: string;
  readonly ref: RefObject<HTMLDivElement | null>;
}

interface ItemProps {
  readonly id: string;
  readonly 'aria-selected': boolean;
  readonly onMouseMove: () => void;
}

interface FieldProps {
  readonly role: 'combobox';
  readonly 'aria-autocomplete': 'list';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls'?: string;
  readonly 'aria-activedescendant'?: string;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export interface Selection {
  /** Properties of the list. */
  readonly list: ListProps;
  /** Properties of an item; each contains or is one link. */
  readonly item: (index: number) => ItemProps;
  /** Properties of the field. */
  readonly field: FieldProps;
}

interface List {
  /** Number of items. */
  readonly count: number;
  /** Selects the first item when it changes. */
  readonly content: unknown;
  readonly query: string;
  /** True while the items are still those of an earlier query. */
  readonly isOutdated: boolean;
}

type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/**
 * The selected item of a list that belongs to a field, which keeps the focus (WAI-ARIA Authoring Practices, combobox). The arrow
 * keys and the mouse select an item. Enter clicks its link with the pressed modifiers, so that it opens like any link. Without a
 * choice among outdated items, Enter waits for those of the query.
 */
export function useSelection({ count, content, query, isOutdated }: List): Selection {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const entered = useRef<Modifiers>(undefined);
  const [selected, setSelected] = useState(0);
  const [shown, setShown] = useState(content);
  if (shown !== content) {
    setShown(content);
    setSelected(0);
  }
  const itemId = (index: number) => `${id}${index}`;
  const active = Math.min(selected, count - 1);

  useEffect(() => {
    list.current?.closest('[data-scrolls]')?.scrollTo(0, 0);
  }, [content]);

  const move = (step: number) => {
    const next = (active + step + count) % count;
    setSelected(next);
    document.getElementById(itemId(next))?.scrollIntoView({ block: 'nearest' });
  };

  const open = ({ ctrlKey, metaKey, shiftKey, altKey }: Modifiers) => {
    const modifiers = { ctrlKey, metaKey, shiftKey, altKey };
    list.current
      ?.querySelectorAll('a')
      .item(active)
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...modifiers }));
  };

  useEffect(
    () => () => {
      entered.current = undefined;
    },
    [query],
  );
  useEffect(() => {
    if (isOutdated || !entered.current) return;
    open(entered.current);
    entered.current = undefined;
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    entered.current = undefined;
    if (event.key === 'Enter' && isOutdated && active <= 0) entered.current = event;
    else if (count === 0) return;
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') open(event);
    else return;
    event.preventDefault();
  };

  return {
    list: { id: `${id}list`, ref: list },
    item: (index) => ({
      id: itemId(index),
      'aria-selected': index === active,
      onMouseMove: () => setSelected(index),
    }),
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': count > 0,
      ...(count > 0 && {
        'aria-controls': `${id}list`,
        'aria-activedescendant': itemId(active),
      }),
      onKeyDown,
    },
  };
}

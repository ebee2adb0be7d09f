import React, {
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { longestQuery } from '@site/src/contracts/search-limits';

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly query: string;
  /** Whether the text is selected at first; otherwise the caret is after it. */
  readonly isSelected: boolean;
  readonly onQuery: (query: string) => void;
}

/** The field of the search dialog. It takes the focus when it is mounted. */
export default function SearchField({ query, isSelected, onQuery, ...props }: Props): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [selectsText] = useState(isSelected);
  useLayoutEffect(() => {
    const { current } = field;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(selectsText ? 0 : current.value.length, current.value.length);
  }, [selectsText]);
  return (
    <input
      {...props}
      ref={field}
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      placeholder="Search docs"
      aria-label="Search docs"
      maxLength={longestQuery}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="search"
    />
  );
}

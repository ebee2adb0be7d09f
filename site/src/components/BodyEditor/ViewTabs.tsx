import React, { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { tabAfter } from '../Samples/tab-after';

export type View = 'form' | 'json';

interface Props {
  readonly prefix: string;
  readonly view: View;
  readonly onView: (view: View) => void;
}

const views: readonly { readonly id: View; readonly label: string }[] = [
  { id: 'form', label: 'Form' },
  { id: 'json', label: 'JSON' },
];

/** The two views of a body, as tabs. */
export default function ViewTabs({ prefix, view, onView }: Props): ReactNode {
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    const current = views.findIndex(({ id }) => id === view);
    const next = tabAfter(event.key, current, views.length);
    const tab = next === undefined ? undefined : views[next];
    if (next === undefined || !tab) return;
    event.preventDefault();
    onView(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div
      ref={list}
      className="body-editor__tabs"
      role="tablist"
      aria-label="View of the body"
      onKeyDown={onKeyDown}
    >
      {views.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${prefix}${id}-tab`}
          aria-controls={`${prefix}panel`}
          aria-selected={id === view}
          tabIndex={id === view ? 0 : -1}
          className="body-editor__tab"
          onClick={() => onView(id)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

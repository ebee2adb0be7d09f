import React, { useSyncExternalStore, type ReactNode } from 'react';
import { changeEvent, onChange } from '../values/stored';

/** Whether this browser has stored all changes of the sandbox in it. */
let isStored = true;

/** Reports whether the browser has stored the last change. */
export function reportStored(isNowStored: boolean): void {
  if (isNowStored === isStored) return;
  isStored = isNowStored;
  window.dispatchEvent(new Event(changeEvent));
}

/** Says so when the browser could not store the project. */
export function UnstoredNote(): ReactNode {
  const isShown = useSyncExternalStore(
    onChange,
    () => !isStored,
    () => false,
  );
  return (
    isShown && (
      <p role="alert">
        This browser could not store the last changes: it has no space, or blocks storage for this
        site. They are lost when you close the last tab of this site. Export the project to keep
        them.
      </p>
    )
  );
}

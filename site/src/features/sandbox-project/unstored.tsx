import React, { useSyncExternalStore, type ReactNode } from 'react';
import { useIsKept } from './project-state';
import { changeEvent, onChange } from '../../requests/values-choice';

/** Whether this browser has stored all changes of its sandbox. */
let isStored = true;

/** Reports whether the browser has stored the last change. */
export function reportStored(isNowStored: boolean): void {
  if (isNowStored === isStored) return;
  isStored = isNowStored;
  window.dispatchEvent(new Event(changeEvent));
}

const useIsStored = () =>
  useSyncExternalStore(
    onChange,
    () => isStored,
    () => true,
  );

/** Says so when the browser could not store the project. */
export function UnstoredNote(): ReactNode {
  return (
    !useIsStored() && (
      <p role="alert">
        This browser could not store the last changes: it has no space, or blocks storage for this
        site. Until they are stored, they are lost when you close the last tab of this site. Export
        the project to keep them.
      </p>
    )
  );
}

/** Says where the project in this browser is stored. */
export function StorageHint(): ReactNode {
  return useIsStored()
    ? 'Stored in this browser and shared by all its tabs.'
    : 'Shared by all open tabs of this browser. The last changes are only in memory.';
}

/** Says so when the browser could not store the project's key. */
export function KeyNote(): ReactNode {
  return (
    !useIsKept() && (
      <p role="alert">
        This browser could not store the key of the project: its storage is full, or blocked for
        this site. The project works in this tab until you reload or close it. Copy the API key to
        use the project again.
      </p>
    )
  );
}

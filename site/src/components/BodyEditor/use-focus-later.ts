import { useCallback, useEffect, useRef } from 'react';
import { focusInto } from './focus';

/** Moves the focus to an element that is on the page only after the next change of it. */
export function useFocusLater(): (id: string) => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    focusInto(document.getElementById(wanted.current));
    wanted.current = undefined;
  });
  return useCallback((id: string) => {
    wanted.current = id;
  }, []);
}

import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

interface KeptFocus<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: () => void;
}

/**
 * Keeps the keyboard focus in an element when the control that has it is removed, such as a button that ends with its task. The
 * focus moves to the control that replaces it, with the same id, or to the element itself.
 * @param takesFocus whether the element gets the focus when it appears, because the button that opened it is removed
 * @returns properties of the element, which needs `tabIndex={-1}`
 */
export default function useKeptFocus<E extends HTMLElement>(takesFocus = false): KeptFocus<E> {
  const ref = useRef<E>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  // React reports no blur of what it removes, so this is the control that had the focus before the render.
  const focused = useRef<Element>(undefined);
  useLayoutEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return;
    const target = document.getElementById(focused.current.id) ?? ref.current;
    target?.focus({ preventScroll: true });
  });
  return {
    ref,
    onFocus: ({ target }) => {
      focused.current = target;
    },
    onBlur: () => {
      focused.current = undefined;
    },
  };
}

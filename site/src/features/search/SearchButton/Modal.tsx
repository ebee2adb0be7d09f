import React, { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import clsx from 'clsx';
import { createPortal } from 'react-dom';
import { isComposing } from '@site/src/components/keyboard';
import styles from './styles.module.css';

interface Props {
  /** Gets the focus after the dialog if the element that had it before has been removed. */
  readonly button: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Keeps the page from scrolling, at the width that it has with a scroll bar. Returns a function that undoes it. */
function lockPage(): () => void {
  const { style, clientWidth } = document.documentElement;
  style.paddingRight = `${window.innerWidth - clientWidth}px`;
  style.overflow = 'hidden';
  return () => {
    style.paddingRight = '';
    style.overflow = '';
  };
}

/** The modal dialog of the search, over the whole window: a click outside its content closes it. */
export default function Modal({ button, onClose, children }: Props): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    const opener = document.activeElement;
    const fallback = button.current;
    const unlockPage = lockPage();
    current?.showModal();
    current?.querySelector('input')?.focus({ preventScroll: true });
    return () => {
      unlockPage();
      current?.close();
      const hasOpener = opener instanceof HTMLElement && opener !== document.body;
      (hasOpener && opener.isConnected ? opener : fallback)?.focus({ preventScroll: true });
    };
  }, [button]);
  return createPortal(
    <dialog
      ref={dialog}
      className={clsx('early-search', styles.modal)}
      aria-label="Search docs"
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // What is below the dialog does not handle the key.
        event.stopPropagation();
        // The browser would close the dialog first and say so later: a shortcut in between would be lost.
        event.preventDefault();
        // The key may only cancel the composition of a character.
        if (!isComposing(event.nativeEvent)) onClose();
      }}
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      {children}
    </dialog>,
    document.body,
  );
}

import React, {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ReactNode,
  type Ref,
} from 'react';
import type { EditorView } from '@codemirror/view';
import { createEditor, goToLine, openSearch, replaceText } from './editor-setup';

/** What other parts of the page do with the editor. */
export interface EditorHandle {
  readonly goToLine: (line: number) => void;
  readonly openSearch: () => void;
  readonly focus: () => void;
}

interface Props {
  readonly text: string;
  readonly label: string;
  /** Absent for a program that is only shown. */
  readonly onEdit?: (text: string) => void;
  readonly onRun?: () => void;
  readonly ref?: Ref<EditorHandle>;
}

/** An editor for a MicroPython program. */
export default function CodeEditor({ text, label, onEdit, onRun, ref }: Props): ReactNode {
  const id = useId();
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  // The editor lives longer than one render: its listeners call the newest functions.
  const latest = useRef({ text, onEdit, onRun });
  useLayoutEffect(() => {
    latest.current = { text, onEdit, onRun };
  });
  const isEditable = onEdit !== undefined;
  useEffect(() => {
    if (!parent.current) return undefined;
    const made = createEditor({
      parent: parent.current,
      text: latest.current.text,
      label,
      ...(isEditable && {
        describedBy: id,
        onEdit: (next: string) => latest.current.onEdit?.(next),
        onRun: () => latest.current.onRun?.(),
      }),
    });
    view.current = made;
    return () => made.destroy();
  }, [id, isEditable, label]);
  // Not after the paint: the reader could have typed more by then, which an older text would replace.
  useLayoutEffect(() => {
    if (view.current) replaceText(view.current, text);
  }, [text]);
  useImperativeHandle(ref, () => ({
    goToLine: (line) => view.current && goToLine(view.current, line),
    openSearch: () => view.current && openSearch(view.current),
    focus: () => view.current?.focus(),
  }));
  return (
    <>
      <div ref={parent} className="program__editor" />
      {isEditable && (
        <p id={id} className="program__keys runner__shortcut">
          <kbd>Tab</kbd> indents. To leave the editor by keyboard, press <kbd>Esc</kbd>, then{' '}
          <kbd>Tab</kbd>. <kbd>Ctrl</kbd>+<kbd>Enter</kbd> runs the program.
        </p>
      )}
    </>
  );
}

import { history, historyKeymap, indentWithTab, standardKeymap } from '@codemirror/commands';
import {
  indentOnInput,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { python } from '@codemirror/legacy-modes/mode/python';
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  search,
} from '@codemirror/search';
import { EditorSelection, EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  type KeyBinding,
  lineNumbers,
} from '@codemirror/view';
import { tagHighlighter, tags } from '@lezer/highlight';
import { labels, theme } from './editor-theme';

/** Colors of code on all pages (`css/code.css`). */
const colors = tagHighlighter([
  { tag: [tags.keyword, tags.meta, tags.operatorKeyword], class: 'hljs-keyword' },
  { tag: tags.string, class: 'hljs-string' },
  { tag: tags.number, class: 'hljs-number' },
  { tag: tags.definition(tags.variableName), class: 'hljs-title' },
  { tag: tags.comment, class: 'hljs-comment' },
]);

/**
 * Keys of the search, in the editor and in its panel. Those of the packages also have commands that few readers know, such as
 * several cursors, which would take 6 kB.
 */
const searchKeys: readonly KeyBinding[] = [
  { key: 'Mod-f', run: openSearchPanel },
  { key: 'F3', run: findNext, shift: findPrevious, preventDefault: true },
  { key: 'Mod-g', run: findNext, shift: findPrevious, preventDefault: true },
  { key: 'Escape', run: closeSearchPanel },
].map((binding) => ({ ...binding, scope: 'editor search-panel' }));

/** Escape gives the Tab key back to the page, until the reader types or leaves the editor. */
const tabLeaves: Extension = [
  keymap.of([
    {
      key: 'Escape',
      run: (view) => {
        view.setTabFocusMode(true);
        return false;
      },
    },
  ]),
  EditorView.updateListener.of(({ docChanged, view }) => {
    if (docChanged) view.setTabFocusMode(false);
  }),
  EditorView.domEventHandlers({
    blur: (_, view) => view.setTabFocusMode(false),
  }),
];

interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  /** Id of the element that says how to leave the editor by keyboard. */
  readonly describedBy?: string;
  /** Absent for a program that is only shown. */
  readonly onEdit?: (text: string) => void;
  readonly onRun?: () => void;
}

/** Creates a code editor for MicroPython. */
export function createEditor(options: EditorOptions): EditorView {
  const { parent, text, label, describedBy, onEdit, onRun } = options;
  const attributes: Record<string, string> = {
    'aria-label': label,
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    // Also for a program that is only shown: its lines scroll.
    tabindex: '0',
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    translate: 'no',
  };
  const editing: Extension = [
    history(),
    indentOnInput(),
    tabLeaves,
    highlightActiveLine(),
    highlightActiveLineGutter(),
    keymap.of([{ key: 'Mod-Enter', run: () => (onRun?.(), true) }, indentWithTab]),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onEdit?.(state.doc.toString());
    }),
  ];
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      // Shows characters that change the order of others, which could hide what a shared program does.
      highlightSpecialChars(),
      search({ top: true }),
      StreamLanguage.define(python),
      indentUnit.of('    '),
      syntaxHighlighting(colors),
      theme,
      labels,
      EditorView.contentAttributes.of(attributes),
      onEdit ? editing : [EditorState.readOnly.of(true)],
      keymap.of([...searchKeys, ...historyKeymap, ...standardKeymap]),
    ],
  });
  return new EditorView({ state, parent });
}

/** Replaces the text of an editor, as a change that its history can undo. */
export function replaceText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: EditorSelection.cursor(0),
    scrollIntoView: true,
  });
}

/** Selects a line and moves the focus to it. @param line counted from 1; lines below the end select the last one */
export function goToLine(view: EditorView, line: number): void {
  const { from, to } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  view.dispatch({
    selection: EditorSelection.single(from, to),
    effects: EditorView.scrollIntoView(from, { y: 'center' }),
  });
  view.focus();
}

/** Opens the field that searches the program. */
export const openSearch = (view: EditorView): void => void openSearchPanel(view);

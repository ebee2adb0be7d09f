import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const control = {
  minHeight: 'var(--docs-control-small)',
  margin: '0',
  border: '1px solid var(--docs-line)',
  borderRadius: 'var(--docs-radius)',
  background: 'var(--ifm-background-color)',
  color: 'inherit',
  fontFamily: 'var(--ifm-font-family-base)',
  fontSize: '0.8125rem',
};

const gray = (percent: number) => `rgb(127 127 127 / ${percent}%)`;

/** The look of the editor, in the colors of the page, in both color modes. */
export const theme = EditorView.theme({
  '&': {
    maxHeight: 'min(25rem, 60vh)',
    color: 'var(--ifm-font-color-base)',
  },
  '&.cm-focused': { outline: '2px solid var(--ifm-color-primary)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'var(--ifm-font-family-monospace)',
    fontSize: '0.84rem',
    lineHeight: '1.55',
  },
  '.cm-content': { padding: '0.6rem 0', caretColor: 'var(--ifm-color-primary)' },
  '.cm-line': { padding: '0 1rem 0 0.6rem' },
  '.cm-gutters': {
    border: '0',
    background: 'var(--docs-code-background)',
    color: 'var(--docs-muted)',
  },
  '.cm-activeLine': { background: gray(8) },
  '.cm-activeLineGutter': { background: gray(12), color: 'var(--ifm-font-color-base)' },
  // Pale, because keywords need contrast.
  '.cm-searchMatch': { background: 'rgb(242 199 68 / 14%)', outline: '1px solid #b8901f' },
  '.cm-searchMatch-selected': {
    background: 'rgb(242 199 68 / 14%)',
    outline: '2px solid var(--docs-live)',
  },
  '.cm-specialChar': { color: 'var(--docs-error)' },
  '.cm-panels': { background: 'var(--ifm-background-color)', color: 'var(--ifm-font-color-base)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--docs-line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0.35rem',
    alignItems: 'center',
    padding: '0.5rem calc(var(--docs-control-small) + 0.9rem) 0.5rem 0.7rem',
    '& br': { display: 'none' },
    '& label': {
      display: 'inline-flex',
      gap: '0.3rem',
      alignItems: 'center',
      minHeight: 'var(--docs-control-small)',
      margin: '0',
      fontSize: '0.8125rem',
    },
    '& input[type=checkbox]': { width: '1rem', height: '1rem', margin: '0' },
    '& .cm-button': { ...control, padding: '0 0.6rem' },
    '& .cm-textfield': {
      ...control,
      flex: '1 1 9rem',
      padding: '0 0.6rem',
      borderColor: 'var(--docs-muted)',
    },
    '& [name=close]': {
      top: '0.4rem',
      right: '0.4rem',
      width: 'var(--docs-control-small)',
      height: 'var(--docs-control-small)',
      color: 'inherit',
      fontSize: '1.1rem',
    },
  },
  // On a narrow screen, long lines wrap, and the search has only what finds the next match.
  '@media (max-width: 719px)': {
    '.cm-content': {
      flexShrink: '1',
      overflowWrap: 'anywhere',
      whiteSpace: 'pre-wrap',
      wordBreak: 'break-word',
    },
    '.cm-panel.cm-search :is(label, [name=select], [name^=replace])': { display: 'none' },
  },
  // Phones zoom into smaller text.
  '@media (pointer: coarse)': {
    '.cm-scroller': { fontSize: '1rem' },
    '.cm-panel.cm-search .cm-textfield': { fontSize: '1rem' },
  },
});

/** Labels of the search, written like those of the page. */
export const labels = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close the search',
});

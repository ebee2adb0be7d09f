import type { Root } from 'mdast';

/** A finding. */
export interface Finding {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly rule: string;
  /** What to write instead. */
  readonly message: string;
}

/** A part of the Markdown of a page. Lines in its positions are lines of the file. */
export interface Piece {
  readonly root: Root;
  /** `heading`: the whole part is a heading, such as a title or the summary of an operation. */
  readonly kind: 'text' | 'heading';
}

/** Input of the rules: a guide, or a source of texts that pages show, such as an API document. */
export interface Page {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly kind: 'page' | 'texts';
  /** Complete text of the file. */
  readonly source: string;
  /** Empty for sources of texts. */
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** In file order: title, description, then the body of a page; for other sources, all texts. */
  readonly pieces: readonly Piece[];
}

/** A rule is pure: its findings depend only on the page. */
export type Rule = (page: Page) => Finding[];

/** Rules about the structure of a page skip sources of texts, whose pages are generated from a template. */
export const onlyPages =
  (rule: Rule): Rule =>
  (page) =>
    page.kind === 'page' ? rule(page) : [];

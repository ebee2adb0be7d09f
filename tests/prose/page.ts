import type { Root } from 'mdast';

/** One thing to mend. */
export interface Finding {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly rule: string;
  /** What to write instead. */
  readonly message: string;
}

/** A piece of Markdown of a page. Lines in its positions are lines of the file. */
export interface Piece {
  readonly root: Root;
  /** `heading`: the whole piece is a heading, such as a title or the summary of a call. */
  readonly kind: 'text' | 'heading';
}

/** What the rules look at: a prose page, or a source of texts that pages show, such as an API document. */
export interface Page {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly kind: 'page' | 'texts';
  /** Whole text of the file. */
  readonly source: string;
  /** Empty for texts. */
  readonly frontMatter: Readonly<Record<string, unknown>>;
  /** In the order of the file: title, description, then the body of a page; else every text. */
  readonly pieces: readonly Piece[];
}

/** A rule is pure: what it finds depends on the page alone. */
export type Rule = (page: Page) => Finding[];

/** Rules that look at the shape of a page leave texts out: their pages get their shape from a template. */
export const onlyPages =
  (rule: Rule): Rule =>
  (page) =>
    page.kind === 'page' ? rule(page) : [];

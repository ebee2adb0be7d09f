/** A piece of an article that becomes one record. */
export type Block = HeadingBlock | FieldBlock | TextBlock;

/** Levels run from 1 for the title to 6; a field counts as a heading one level below the one above it. */
export interface HeadingBlock {
  readonly kind: 'heading';
  readonly level: number;
  readonly text: string;
  readonly anchor: string | null;
}

/** A field of a body, or a code of an answer. */
export interface FieldBlock {
  readonly kind: 'field';
  /** Path such as `policy.allow[]`, or a code such as `node::nodenotfound`. */
  readonly name: string;
  /** Name, type and what is said about it, without the fields inside. */
  readonly text: string;
  readonly anchor: string | null;
}

export interface TextBlock {
  readonly kind: 'text';
  readonly text: string;
  /** Of the element itself or of one around it; `null` says that the heading above has to do. */
  readonly anchor: string | null;
}

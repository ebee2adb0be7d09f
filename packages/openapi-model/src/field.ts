import type { Schema } from './schema.ts';

/** One field of a body: a leaf or a branch of a schema, named by its path. */
export interface Field {
  /** Last part of the path, as it is written in JSON: `allow`; `{node id}` for the entries of a map. */
  readonly name: string;
  /** Path as readers write it: `policy.allow[]`, `data.{node id}.value`. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Fields inside this one, those of array items and map entries included. */
  readonly children: readonly Field[];
  /** The forms of a value that has several (`oneOf`, `anyOf`), each with its own fields; otherwise empty. */
  readonly variants: readonly Variant[];
}

/** One form of a value that has several. */
export interface Variant {
  /** `title` of the schema, or its type. */
  readonly title: string;
  readonly type: string;
  readonly schema: Schema;
  readonly children: readonly Field[];
}

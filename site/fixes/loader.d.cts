/** Edits that this build has applied, by the text that they replace. */
export const applied: ReadonlySet<string>;

/** Names of the changes that were applied in this build. */
export const applied: ReadonlySet<string>;

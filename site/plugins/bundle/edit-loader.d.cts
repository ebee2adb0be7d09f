/** Names of the framework changes that were made in this build. */
export const made: ReadonlySet<string>;

/** Framework changes that were applied in this build. */
export const made: ReadonlySet<string>;

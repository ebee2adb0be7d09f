/** Module path patterns, with a record of which have matched. */
export function modulePatterns(patterns: readonly RegExp[]) {
  const matched = new Set<RegExp>();
  return {
    matches(identifier: string): boolean {
      const found = patterns.filter((pattern) => pattern.test(identifier));
      found.forEach((pattern) => matched.add(pattern));
      return found.length > 0;
    },
    /** Patterns that have matched no module: the files have moved. */
    unmatched: () => patterns.filter((pattern) => !matched.has(pattern)).map(String),
  };
}

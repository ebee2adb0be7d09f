/**
 * The smallest value that at least this share of the values does not exceed (nearest rank); 0.5 is the median.
 * @param share above 0, at most 1
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

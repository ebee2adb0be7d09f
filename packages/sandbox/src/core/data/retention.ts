/**
 * First millisecond whose points are still kept: a point lives `ttl` seconds from its own time on.
 * @param ttl seconds; 0 for ever
 */
export function oldestKept(ttl: number, now: number): number {
  return ttl === 0 ? 0 : now - ttl * 1000 + 1;
}

import { RequestError } from '../../src/core/errors.ts';

/** Number of concurrent requests in a competition. */
export const competitors = 20;

/**
 * Sends requests at the same time.
 * @returns how many ended with `ok` and with each reason code
 * @throws any error other than a rejection
 */
export async function compete(
  request: (index: number) => Promise<unknown>,
): Promise<Record<string, number>> {
  const ends = await Promise.all(
    Array.from({ length: competitors }, (_, index) =>
      request(index).then(
        () => 'ok',
        (error: unknown) => {
          if (error instanceof RequestError) return error.reason;
          throw error;
        },
      ),
    ),
  );
  const counts: Record<string, number> = {};
  for (const end of ends) counts[end] = (counts[end] ?? 0) + 1;
  return counts;
}

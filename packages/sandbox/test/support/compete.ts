import { CallError } from '../../src/core/errors.ts';

/** How many calls run at the same time where they compete. */
export const competitors = 20;

/**
 * Makes calls at the same time.
 * @returns how many ended with `ok` and with each reason code
 * @throws any error other than a rejection
 */
export async function compete(
  call: (index: number) => Promise<unknown>,
): Promise<Record<string, number>> {
  const ends = await Promise.all(
    Array.from({ length: competitors }, (_, index) =>
      call(index).then(
        () => 'ok',
        (error: unknown) => {
          if (error instanceof CallError) return error.reason;
          throw error;
        },
      ),
    ),
  );
  const counts: Record<string, number> = {};
  for (const end of ends) counts[end] = (counts[end] ?? 0) + 1;
  return counts;
}

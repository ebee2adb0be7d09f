const install = 'run npm run samples:tools';

/**
 * Prints once what this machine cannot run. Vitest shows it above the results.
 * @param advice what happens instead, and how to change it
 */
export function printSkipped(
  all: readonly { readonly name: string; readonly missing: string | undefined }[],
  advice = install,
): void {
  for (const { name, missing } of all) {
    if (missing === undefined) continue;
    const then = name === 'mqtt/arduino' ? 'only parsed' : advice;
    console.log(`samples: skipped ${name}: ${missing} (${then})`);
  }
}

/** For samples, which the grammar tests parse in any case. */
export const onlyParsed = `only parsed; ${install}`;

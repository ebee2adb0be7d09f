/** Prints once what this machine cannot run. Vitest shows it above the results. */
export function printSkipped(
  all: readonly { readonly name: string; readonly missing: string | undefined }[],
): void {
  for (const { name, missing } of all) {
    if (missing === undefined) continue;
    const advice = name === 'mqtt/arduino' ? 'it is parsed' : 'run npm run samples:tools';
    console.log(`samples: skipped ${name}: ${missing} (${advice})`);
  }
}

/** Prints the step that is starting. @param {string} text */
export function logStep(text) {
  process.stdout.write(`\n▸ ${text}\n`);
}

/** Prints an error and exits with code 1. @param {string} text @returns {never} */
export function fail(text) {
  process.stderr.write(`✗ ${text}\n`);
  process.exit(1);
}

/** Tells the person at the terminal what is happening. @param {string} text */
export function say(text) {
  process.stdout.write(`\n▸ ${text}\n`);
}

/** Ends the process with one line that says what went wrong. @param {string} text @returns {never} */
export function fail(text) {
  process.stderr.write(`✗ ${text}\n`);
  process.exit(1);
}

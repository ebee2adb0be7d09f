/**
 * Module that Node.js loads before a program: simulated time. The test process on descriptor 3 has the clock: it responds to
 * `now` and `sleep <seconds>` with the time in milliseconds. Timers of libraries run twenty times faster.
 */
export const simulatedTime = `data:text/javascript,${encodeURIComponent(`
import { readSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const byte = Buffer.alloc(1);

function ask(text) {
  writeSync(3, text + '\\n');
  let line = '';
  while (!line.endsWith('\\n')) {
    // The scenario is over.
    if (readSync(3, byte) === 0) process.exit(0);
    line += byte.toString();
  }
  return Number(line);
}

Date.now = () => ask('now');
performance.now = () => ask('now');
timers.setTimeout = async (milliseconds) => void ask('sleep ' + milliseconds / 1000);
for (const name of ['setTimeout', 'setInterval']) {
  const real = globalThis[name];
  globalThis[name] = (run, milliseconds = 0, ...rest) => real(run, milliseconds / 20, ...rest);
}
syncBuiltinESMExports();
`)}`;

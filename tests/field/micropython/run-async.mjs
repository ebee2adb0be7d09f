// Runs a program with asyncio in MicroPython, over the modules of the board in the page: run-async.mjs <program> <device id>
// <connection key>. Timers run when simulated time has come to them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';
import { mqtt, poll } from './mqtt.mjs';
import { ask, board } from './world.mjs';

const [, , program = '', deviceId = '', connectionKey = ''] = process.argv;
const modules = path.join(import.meta.dirname, '../../../site/src/features/firmware/modules');

const python = await loadMicroPython({
  heapsize: 1024 * 1024,
  linebuffer: true,
  stdout: (/** @type {string} */ line) => process.stdout.write(`${line}\n`),
});

/** @type {Map<number, { at: number, run: () => void }>} */
const timers = new Map();
let lastTimer = 0;
const { setImmediate } = globalThis;
Object.assign(globalThis, {
  /**
   * @param {() => void} run
   * @param {number} ms
   */
  setTimeout(run, ms = 0) {
    lastTimer += 1;
    timers.set(lastTimer, { at: board.millis() + Math.max(0, ms), run });
    return lastTimer;
  },
  /** @param {number} id */
  clearTimeout: (id) => void timers.delete(id),
});

/** @type {Map<number, number>} Levels of outputs. */
const levels = new Map();

python.registerJsModule('_board', {
  ...mqtt,
  millis: board.millis,
  wallSeconds: board.wallSeconds,
  delay: board.delay,
  setClock: board.setClock,
  hasWifi: board.hasWifi,
  joinWifi: () => undefined,
  /**
   * @param {number} pin
   * @param {number} level
   */
  setLevel: (pin, level) => {
    levels.set(pin, level);
    ask(`level ${pin} ${level}`);
  },
  /**
   * Inputs have their pull-up.
   * @param {number} pin
   */
  level: (pin) => levels.get(pin) ?? 1,
  climate() {
    const value = board.reading();
    return Number.isNaN(value) ? '' : `${value} 60`;
  },
  reset() {
    ask('restart');
    process.exit(1);
  },
});
python.FS.mkdir('/board');
for (const name of readdirSync(modules)) {
  python.FS.writeFile(`/board/${name}`, readFileSync(path.join(modules, name), 'utf8'));
}
const config = readFileSync(path.join(path.dirname(program), 'config.py'), 'utf8')
  .replace('YOUR-DEVICE-UUID', deviceId)
  .replace('YOUR-CONNECTION-KEY', connectionKey);
python.FS.writeFile('/board/config.py', config);
python.FS.writeFile('/root-ca.der', 'certificate');
python.runPython('import sys\nsys.path.insert(0, "/board")');
const main = python.pyimport('_main');

python.runPythonAsync(main.prepare(readFileSync(program, 'utf8'))).then(
  () => process.exit(0),
  (/** @type {unknown} */ error) => {
    console.log(error);
    process.exit(1);
  },
);
for (;;) {
  // All promises that can settle have settled.
  await new Promise((resolve) => setImmediate(resolve));
  const due = [...timers].toSorted(([, a], [, b]) => a.at - b.at)[0];
  if (due && due[1].at <= board.millis()) {
    timers.delete(due[0]);
    due[1].run();
  } else {
    board.delay((due?.[1].at ?? Infinity) - board.millis());
  }
  poll();
}

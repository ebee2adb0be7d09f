// Runs a program in MicroPython: run.mjs <program> <device id> <connection key>.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';
import { board } from './world.mjs';

const [, , program = '', deviceId = '', connectionKey = ''] = process.argv;
const folder = import.meta.dirname;

const python = await loadMicroPython({
  heapsize: 1024 * 1024,
  linebuffer: true,
  stdout: (/** @type {string} */ line) => process.stdout.write(`${line}\n`),
});
python.registerJsModule('board', board);
python.FS.mkdir('/board');
python.FS.mkdir('/board/umqtt');
for (const name of readdirSync(folder).filter((file) => file.endsWith('.py'))) {
  python.FS.writeFile(`/board/${name}`, readFileSync(path.join(folder, name), 'utf8'));
}
const client = path.join(folder, '../../examples/stubs/micropython/umqtt/simple.py');
python.FS.writeFile('/board/umqtt/simple.py', readFileSync(client, 'utf8'));
const settings = { WIFI_SSID: 'wifi', WIFI_PASSWORD: 'password' };
const config = { ...settings, DEVICE_ID: deviceId, CONNECTION_KEY: connectionKey };
const lines = Object.entries(config).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
python.FS.writeFile('/board/config.py', lines.join('\n'));
python.FS.writeFile('/root-ca.der', 'certificate');
python.runPython('import sys\nsys.path.insert(0, "/board")');
const source = readFileSync(program, 'utf8');
// The sensor of the simulated world.
python.runPython(source.replace('return 24.5', 'import board; return board.reading()'));

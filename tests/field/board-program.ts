import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  compilerOf,
  sketchFlags,
  stubs,
  withPrototypes,
} from '../examples/support/compile-board.ts';
import { placeOf, sourceOf } from '../examples/support/examples.ts';
import { missingTool } from '../examples/support/tools.ts';
import { compile } from '../samples/toolchains/compile.ts';
import { limit } from '../samples/support/limit.ts';
import { BoardWorld, type BoardOptions } from './board-world.ts';
import type { Scenario } from './rig.ts';

/** Settings that differ between devices, with the same lengths. They are replaced in the compiled program. */
const placeholders = {
  device: '00000000-0000-4000-8000-000000000000',
  key: 'K'.repeat(64),
} as const;

const atMostTwo = limit(2);
const built = new Map<string, Promise<Buffer>>();

/** Sources of a program as a reader would fill them in, with the sensor of the simulated world. */
function withSettings(file: string): string {
  return sourceOf(file)
    .replaceAll('YOUR-DEVICE-UUID', placeholders.device)
    .replaceAll('YOUR-CONNECTION-KEY', placeholders.key)
    .replace(/return 24\.5f?;/, 'return (float)board_reading();');
}

/** The settings beside the program that the stubs know. Without one, the stubs have the default of ESP-IDF. */
function settingFlags(file: string): string[] {
  const settings = path.join(path.dirname(placeOf(file)), 'sdkconfig.defaults');
  if (!existsSync(settings)) return [];
  const known = /^CONFIG_(?:ESP_MAIN_TASK_STACK_SIZE|EXAMPLE_WIFI_CONN_MAX_RETRY)=\d+$/gm;
  return [...readFileSync(settings, 'utf8').matchAll(known)].map(([setting]) => `-D${setting}`);
}

const sanitizers = ['-fsanitize=address,undefined', '-fno-sanitize-recover=undefined'];

async function build(file: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'field-build-'));
  try {
    const isSketch = file.endsWith('.ino');
    const source = path.join(folder, isSketch ? 'program.ino' : 'main.c');
    await writeFile(source, isSketch ? withPrototypes(withSettings(file)) : withSettings(file));
    const shared = ['board/board.c', 'json/cJSON.c'].map((name) => path.join(stubs, name));
    const own = ['system.c', 'http_client.c', 'mqtt_client.c'].map((name) =>
      path.join(stubs, 'esp-idf', name),
    );
    const flags = ['-O0', `-I${stubs}/board`, `-I${stubs}/json`, ...sanitizers];
    const c = [
      '-std=gnu17',
      '-D_GNU_SOURCE',
      '-include',
      'board.h',
      '-Werror=implicit-function-declaration',
      `-I${stubs}/esp-idf`,
      ...flags,
    ];
    const output = path.join(folder, 'program');
    if (isSketch) {
      const objects: string[] = [];
      for (const name of shared) {
        const object = path.join(folder, `${path.basename(name)}.o`);
        await compile('gcc', [...c, '-c', '-o', object, name], folder);
        objects.push(object);
      }
      const main = path.join(stubs, 'arduino/main.cpp');
      const program = `-DPROGRAM="${source}"`;
      await compile(
        'g++',
        [...sketchFlags, ...flags, program, '-o', output, main, ...objects],
        folder,
      );
    } else {
      const sources = [source, ...own, ...shared];
      await compile('gcc', [...c, ...settingFlags(file), '-o', output, ...sources, '-lm'], folder);
    }
    return await readFile(output);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Why this machine cannot compile a program; undefined if it can. */
export const missingCompiler = (file: string) =>
  missingTool(compilerOf(file)) ?? missingTool('gcc');

function replaceAll(bytes: Buffer, from: string, to: string): void {
  const text = Buffer.from(to.padEnd(from.length, '\0'));
  if (text.length !== from.length) throw new Error(`"${from}" is shorter than its value`);
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at)) text.copy(bytes, at);
}

/** Runs a program for a board in its world. Values that a factory writes are in the storage of the board. */
export async function runBoard(
  file: string,
  scenario: Scenario,
  options: Omit<BoardOptions, 'cwd'>,
): Promise<BoardWorld> {
  let compiled = built.get(file);
  if (!compiled) {
    compiled = atMostTwo(() => build(file));
    built.set(file, compiled);
  }
  const bytes = Buffer.from(await compiled);
  const { deviceId, connectionKey } = scenario.node;
  replaceAll(bytes, placeholders.device, deviceId);
  replaceAll(bytes, placeholders.key, connectionKey);
  const cwd = await mkdtemp(path.join(tmpdir(), 'field-'));
  try {
    const program = path.join(cwd, 'program');
    await writeFile(program, bytes);
    await chmod(program, 0o755);
    await writeFile(path.join(cwd, 'stored-nvs-anedya-device_id.bin'), `${deviceId}\0`);
    await writeFile(path.join(cwd, 'stored-nvs-anedya-key.bin'), `${connectionKey}\0`);
    // The programs of boards never free what they keep.
    const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };
    return await BoardWorld.run(scenario, { file: program, args: [], env }, { ...options, cwd });
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

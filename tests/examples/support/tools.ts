import { test } from 'vitest';
import { lack as lackOf } from '../../../scripts/lib/versions.mjs';
import { sayWhatIsSkipped } from '../../samples/support/skipped.ts';
import { sourceOf } from './examples.ts';
import { lack } from '../../samples/toolchains/lack.ts';

const compiler = (program: string) =>
  lackOf({ program, args: ['--version'], version: /(\d+)\.(\d+)/, least: [9, 0] });

/** What programs are run or compiled with, and why this machine cannot. */
const reasons = {
  python: () => lack('python'),
  nodejs: () => lack('nodejs'),
  go: () => lack('go'),
  'mqtt/python': () => lack('mqtt/python'),
  'mqtt/nodejs': () => lack('mqtt/nodejs'),
  gcc: () => compiler('gcc'),
  'g++': () => compiler('g++'),
} as const;

export type Tool = keyof typeof reasons;

const found = new Map<Tool, string | undefined>();

/** Why this machine lacks a tool, printed at the first question; undefined when it has it. */
export function missingTool(name: Tool): string | undefined {
  if (!found.has(name)) {
    const missing = reasons[name]();
    sayWhatIsSkipped([{ name, missing }]);
    found.set(name, missing);
  }
  return found.get(name);
}

/** A test that needs a tool: without it, it is skipped. */
export const testWith = (tool: Tool): typeof test.skip =>
  test.skipIf(missingTool(tool) !== undefined);

/** The tool that runs a program. @param file such as `ota/ota.py` */
export function toolOf(file: string): Tool {
  const isMqtt = sourceOf(file).includes('ANEDYA_MQTT_HOST');
  const transport = isMqtt ? 'mqtt/' : '';
  if (file.endsWith('.mjs')) return `${transport}nodejs`;
  return file.endsWith('.go') ? 'go' : `${transport}python`;
}

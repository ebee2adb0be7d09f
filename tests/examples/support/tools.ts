import { test } from 'vitest';
import { missingProgram } from '../../../scripts/lib/sample-tools.mjs';
import { printSkipped } from '../../samples/support/skipped.ts';
import { sourceOf } from './examples.ts';
import { missingSampleTool } from '../../samples/toolchains/missing-tool.ts';

const compiler = (program: string) =>
  missingProgram({ program, args: ['--version'], version: /(\d+)\.(\d+)/, minimum: [9, 0] });

/** Tools that run or compile programs, and why this machine does not have them. */
const reasons = {
  python: () => missingSampleTool('python'),
  nodejs: () => missingSampleTool('nodejs'),
  go: () => missingSampleTool('go'),
  'mqtt/python': () => missingSampleTool('mqtt/python'),
  'mqtt/nodejs': () => missingSampleTool('mqtt/nodejs'),
  'streams/python': () =>
    missingProgram({
      program: 'python3',
      args: ['-c', 'import cbor2, websockets; print(websockets.__version__)'],
      version: /(\d+)\.(\d+)/,
      minimum: [14, 0],
    }),
  gcc: () => compiler('gcc'),
  'g++': () => compiler('g++'),
} as const;

export type Tool = keyof typeof reasons;

const found = new Map<Tool, string | undefined>();

/** Returns and prints once why a tool is not available; undefined when it is. */
export function missingTool(name: Tool): string | undefined {
  if (!found.has(name)) {
    const missing = reasons[name]();
    printSkipped([{ name, missing }]);
    found.set(name, missing);
  }
  return found.get(name);
}

/** A test that is skipped without the tool. */
export const testWith = (tool: Tool): typeof test.skip =>
  test.skipIf(missingTool(tool) !== undefined);

/** The tool that runs a program. @param file such as `ota/ota.py` */
export function toolOf(file: string): Tool {
  const isMqtt = sourceOf(file).includes('ANEDYA_MQTT_HOST');
  const transport = isMqtt ? 'mqtt/' : '';
  if (sourceOf(file).includes('import cbor2')) return 'streams/python';
  if (/\.m[jt]s$/.test(file)) return `${transport}nodejs`;
  return file.endsWith('.go') ? 'go' : `${transport}python`;
}

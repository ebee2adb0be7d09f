import { missingProgram } from '../../../scripts/lib/sample-tools.mjs';
import { missingTool, toolOf, type Tool } from '../../examples/support/tools.ts';
import { printSkipped } from '../../samples/support/skipped.ts';
import { missingSampleTool } from '../../samples/toolchains/missing-tool.ts';
import type { Fence } from './fences.ts';

const version = /(\d+)\.(\d+)/;

/** Why no page can be tested here; undefined when this machine has the basic tools of the pages. */
export const missingBasics: string | undefined =
  missingSampleTool('curl') ??
  missingSampleTool('python') ??
  missingProgram({ program: 'jq', args: ['--version'], version, minimum: [1, 5] });

const mosquitto = missingSampleTool('mqtt/mosquitto');
const openssl = missingProgram({ program: 'openssl', args: ['version'], version, minimum: [1, 1] });

printSkipped([
  { name: 'guides', missing: missingBasics },
  { name: 'fences with mosquitto', missing: mosquitto },
  { name: 'fences with openssl', missing: openssl },
]);

const byLanguage: Readonly<Record<string, Tool>> = { python: 'python', javascript: 'nodejs' };

/** Why this machine cannot run a fence; undefined when it can. */
export function missingFor({ attributes, language, text }: Fence): string | undefined {
  if (missingBasics !== undefined) return missingBasics;
  if (/^mosquitto_/m.test(text)) return mosquitto;
  if (/^openssl /m.test(text)) return openssl;
  if (text.includes('import paho')) return missingTool('mqtt/python');
  if (attributes.file !== undefined) return missingTool(toolOf(attributes.file));
  const tool = byLanguage[language];
  return tool && missingTool(tool);
}

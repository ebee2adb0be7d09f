import { lack as lackOf } from '../../../scripts/lib/versions.mjs';
import { missingTool, toolOf, type Tool } from '../../examples/support/tools.ts';
import { sayWhatIsSkipped } from '../../samples/support/skipped.ts';
import { lack } from '../../samples/toolchains/lack.ts';
import type { Fence } from './fences.ts';

const version = /(\d+)\.(\d+)/;

/** Why no page can be followed here; undefined when this machine has what the pages ask for first. */
export const missingBasics: string | undefined =
  lack('curl') ??
  lack('python') ??
  lackOf({ program: 'jq', args: ['--version'], version, least: [1, 5] });

const mosquitto = lack('mqtt/mosquitto');
const openssl = lackOf({ program: 'openssl', args: ['version'], version, least: [1, 1] });

sayWhatIsSkipped([
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

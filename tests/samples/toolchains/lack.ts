import { lackOf, sampleTools } from '../../../scripts/lib/sample-tools.mjs';
import { cleanEnvironment } from '../support/environment.ts';

export type ToolName = keyof typeof sampleTools;

/** Why this machine cannot run the samples of a language; undefined when it can. */
export function lack(name: ToolName): string | undefined {
  return lackOf(sampleTools[name], cleanEnvironment());
}

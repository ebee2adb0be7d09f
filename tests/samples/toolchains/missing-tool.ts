import { missingProgram, missingToolOf, sampleTools } from '../../../scripts/lib/sample-tools.mjs';
import { cleanEnvironment } from '../support/environment.ts';

export type ToolName = keyof typeof sampleTools;

/** Returns why this machine cannot run the samples of a language; undefined when it can. */
export function missingSampleTool(name: ToolName): string | undefined {
  return missingToolOf(sampleTools[name], cleanEnvironment());
}

/** Why this machine cannot run samples of shells in zsh, the shell of macOS; undefined when it can. */
export const missingZsh = missingProgram({
  ...{ program: 'zsh', args: ['--version'] },
  ...{ version: /(\d+)\.(\d+)/, minimum: [5, 1] },
});

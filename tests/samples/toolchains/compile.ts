import { cleanEnvironment } from '../support/environment.ts';
import { runProgram } from '../support/run-program.ts';

/**
 * Runs a compiler.
 * @throws Error with everything it printed when it fails
 */
export async function compile(
  file: string,
  args: readonly string[],
  cwd: string,
  variables: NodeJS.ProcessEnv = {},
): Promise<void> {
  const env = { ...cleanEnvironment(), ...variables };
  const outcome = await runProgram({ file, args, cwd, env }, 900);
  if (outcome.code !== 0) {
    const text = [outcome.problem, outcome.stdout, outcome.stderr].filter(Boolean).join('\n');
    throw new Error(`${file} failed:\n${text.slice(0, 8000)}`);
  }
}

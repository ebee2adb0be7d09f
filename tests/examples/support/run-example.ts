import { tmpdir } from 'node:os';
import { cleanEnvironment, secrets } from '../../samples/support/environment.ts';
import { expectNoSecret } from '../../samples/support/expectation.ts';
import { runProgram, type Command, type Outcome } from '../../samples/support/run-program.ts';
import { placeOf } from './examples.ts';

const interpreters: Readonly<Record<string, string>> = { py: 'python3', mjs: 'node' };

/** Parts of an access token in the tests. */
export const token = {
  ANEDYA_TOKEN_ID: 'EXAMPLETOKENID0000000000',
  ANEDYA_TOKEN_SECRET: 'test-token-secret-51aa09e7',
} as const;

/** Environment of a program: only the variables that guides mention. */
export function environment(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // Writes no bytecode into the folder of examples.
  return { ...cleanEnvironment(), PYTHONDONTWRITEBYTECODE: '1', ...given };
}

/** Command that starts a program in its interpreter. @param file such as `ota/ota.py` */
export function commandOf(file: string, given: NodeJS.ProcessEnv): Command {
  const interpreter = interpreters[file.split('.').at(-1) ?? ''];
  if (interpreter === undefined) throw new Error(`nothing here interprets ${file}`);
  return { file: interpreter, args: [placeOf(file)], cwd: tmpdir(), env: environment(given) };
}

/** Runs a program to its end, and checks that its output contains no secrets. */
export async function runExample(file: string, given: NodeJS.ProcessEnv): Promise<Outcome> {
  const outcome = await runProgram(commandOf(file, given));
  expectNoSecret(outcome, [...Object.values(secrets), token.ANEDYA_TOKEN_SECRET]);
  return outcome;
}

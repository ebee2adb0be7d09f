import { expect, it } from 'vitest';
import { commands, programOf } from '../scripts/commands.mjs';

it('"npm run serve" keeps the log settings of the user, and passes its arguments on', () => {
  const { args, env } = programOf(commands.serve, ['--inspect'], { LOG_LEVEL: 'debug' });
  expect(args).toEqual([...commands.serve.program, '--inspect']);
  expect(env).toEqual({ LOG_FORMAT: 'text' });
});

it('"npm run fuzz" takes its seed from the first argument, and passes the others on', () => {
  const { args, env } = programOf(commands.fuzz, ['7', '--bail', '1'], {});
  expect(args).toEqual([...commands.fuzz.program, '--bail', '1']);
  expect(env).toEqual({ FUZZ_SEED: '7' });
});

import { expect, test } from 'vitest';
import { prompts } from './rules/prompts.ts';
import { findings } from './sample.ts';

test.each([
  ['```bash\n$ npm start\n```', '2 leave out the prompt "$": the command is pasted unchanged'],
  ['```bash\ncd x\n> y\n```', '3 leave out the prompt ">": the command is pasted unchanged'],
  ['```powershell\nPS> dir\n```', '2 leave out the prompt "PS>": the command is pasted unchanged'],
])('finds the prompt in %j', (body, finding) => {
  expect(findings(prompts, body)).toEqual([finding]);
});

test.each([
  '```bash\n# a comment\n$PROGRAM --help\necho "$ 5"\n```',
  '```text\n$ npm start\n```',
  '```php\n$ x = 1;\n```',
])('passes %j', (body) => {
  expect(findings(prompts, body)).toEqual([]);
});

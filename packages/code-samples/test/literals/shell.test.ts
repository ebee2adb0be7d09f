import { execFileSync } from 'node:child_process';

import { describe, expect, test } from 'vitest';

import { jsonText } from '../../src/literals/json.ts';
import { heredoc, shellDefault, shellDoubleQuoted, shellWord } from '../../src/literals/shell.ts';
import { hostileStrings } from '../support/hostile.ts';

function bash(script: string): string {
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' });
}

describe.each(hostileStrings)('%j', (text) => {
  test('survives as a word and in double quotes', () => {
    expect(bash(`printf %s ${shellWord(text)}`)).toBe(text);
    expect(bash(`printf %s "${shellDoubleQuoted(text)}"`)).toBe(text);
    expect(bash(`printf %s "${shellDefault('NOT_SET', text)}"`)).toBe(text);
  });

  test('survives as JSON in a heredoc', () => {
    const json = jsonText({ a: text });
    const { start, block } = heredoc(json);
    expect(bash(`cat ${start}\n${block}`)).toBe(`${json}\n`);
  });
});

test('the delimiter of a heredoc is no line of the text', () => {
  expect(heredoc('JSON\nJSON_')).toEqual({ start: `<<'JSON__'`, block: 'JSON\nJSON_\nJSON__' });
});

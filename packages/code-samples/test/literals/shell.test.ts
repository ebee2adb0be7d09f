import { execFileSync } from 'node:child_process';

import { describe, expect, test } from 'vitest';

import { jsonText } from '../../src/literals/json.ts';
import { heredoc, shellDefault, shellDoubleQuoted, shellWord } from '../../src/literals/shell.ts';
import { relativeTime } from '../../src/relative-time.ts';
import { hostileStrings } from '../support/hostile.ts';

function bash(script: string): string {
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' });
}

describe.each(hostileStrings)('%j', (text) => {
  test('is preserved as a word and in double quotes', () => {
    expect(bash(`printf %s ${shellWord(text)}`)).toBe(text);
    expect(bash(`printf %s "${shellDoubleQuoted(text)}"`)).toBe(text);
    expect(bash(`printf %s "${shellDefault('NOT_SET', text)}"`)).toBe(text);
  });

  test('is preserved as JSON in a heredoc', () => {
    const json = jsonText({ a: text }, String);
    const { start, block } = heredoc({ a: text });
    expect(bash(`cat ${start}\n${block}`)).toBe(`${json}\n`);
  });

  test('is preserved in a heredoc that computes timestamps', () => {
    const times = [-60, 0, 60].flatMap((seconds) => [
      relativeTime(seconds, 'seconds'),
      relativeTime(seconds, 'milliseconds'),
    ]);
    const { start, block } = heredoc({ times, [text]: text });
    expect(JSON.parse(bash(`date() { echo 2000; }; cat ${start}\n${block}`))).toEqual({
      times: [1940, 1940000, 2000, 2000000, 2060, 2060000],
      [text]: text,
    });
  });
});

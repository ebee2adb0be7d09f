import { relativeTime, timeExpression, timesIn, type RelativeTime } from '../relative-time.ts';
import type { SampleValue } from '../types.ts';
import { jsonText } from './json.ts';

/** One word of a POSIX shell: `'it'\''s'`. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Inside double quotes nothing of `text` is expanded. */
export function shellDoubleQuoted(text: string): string {
  return text.replace(/[\\"`$]/g, '\\$&');
}

/** What needs no escape inside of `"${NAME:-...}"`, whose quoting rules differ between shells. */
const plain = /^[\w.:/-]+$/;

/**
 * Inside double quotes: a variable of the environment, or `text` where it is not set (`${HOST:-mqtt.example.com}`). A text
 * that such an expansion cannot hold safely is written alone.
 */
export function shellDefault(variable: string, text: string): string {
  return plain.test(text) ? `\${${variable}:-${text}}` : shellDoubleQuoted(text);
}

/** A relative time from `$now`; milliseconds are seconds with three zeros behind them. */
function shellTime({ seconds, unit }: RelativeTime): string {
  const zeros = unit === 'milliseconds' ? '000' : '';
  if (seconds === 0) return zeros === '' ? '$now' : `\${now}${zeros}`;
  return `$((${timeExpression(relativeTime(seconds, 'seconds'))}))${zeros}`;
}

/**
 * A body as a heredoc; no line of JSON ends it. Relative times are computed in it from `$now`, which `setup` sets; without
 * them nothing is expanded.
 */
export function heredoc(body: SampleValue): { setup: string; start: string; block: string } {
  const escape = (part: string) => part.replace(/[\\`$]/g, '\\$&');
  const block = `${jsonText(body, escape, shellTime)}\nJSON`;
  return timesIn(body).length > 0
    ? { setup: 'now=$(date +%s)\n', start: '<<JSON', block }
    : { setup: '', start: "<<'JSON'", block };
}

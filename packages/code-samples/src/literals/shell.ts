import { computedIn, isReaderId, timesIn } from '../reader-id.ts';
import { relativeTime, timeExpression, type RelativeTime } from '../relative-time.ts';
import type { SampleValue } from '../types.ts';
import { jsonText } from './json.ts';

/** One word of a POSIX shell: `'it'\''s'`. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Escapes `text` for double quotes, so that nothing in it is expanded. */
export function shellDoubleQuoted(text: string): string {
  return text.replace(/[\\"`$]/g, '\\$&');
}

/** Option of curl 7.84 that prints the seconds to wait to standard error after an error such as 429. */
export const showRetryAfter = String.raw`-w '%{onerror}%{stderr}Retry-After: %header{retry-after}\n'`;

/** Text that needs no escapes in `"${NAME:-...}"`, where quoting rules differ between shells. */
const plain = /^[\w.:/-]+$/;

/**
 * An environment variable with `text` as its default, for use in double quotes: `${HOST:-mqtt.example.com}`. Text that is
 * not safe as a default is written without the variable.
 */
export function shellDefault(variable: string, text: string): string {
  return plain.test(text) ? `\${${variable}:-${text}}` : shellDoubleQuoted(text);
}

/**
 * A relative time in shell arithmetic; milliseconds are the seconds with three zeros appended. The first time of a body reads
 * the clock, so that all its times are relative to the same second.
 */
function shellTime({ seconds, unit }: RelativeTime, isFirst: boolean): string {
  const clock = isFirst ? 'now = $(date +%s), ' : '';
  const time = timeExpression(relativeTime(seconds, 'seconds'));
  return `$((${clock}${time}))${unit === 'milliseconds' ? '000' : ''}`;
}

/** A body as a heredoc; no line of JSON can end it. Nothing is expanded except computed values. */
export function heredoc(body: SampleValue): { start: string; block: string } {
  const escape = (part: string) => part.replace(/[\\`$]/g, '\\$&');
  const [first] = timesIn(body);
  const json = jsonText(
    body,
    (value) =>
      isReaderId(value)
        ? `"${shellDefault(value.variable, value.example)}"`
        : shellTime(value, value === first),
    escape,
  );
  const isConstant = computedIn(body).length === 0;
  return { start: isConstant ? "<<'JSON'" : '<<JSON', block: `${json}\nJSON` };
}

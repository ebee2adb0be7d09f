import { escapeUnsafe, unicode4 } from './escape.ts';

/** Java 17 reads source in the platform encoding, so only ASCII is safe. */
const UNSAFE = /[^ -~]/g;
const UNSAFE_IN_BLOCK = /[^ -~\n]/g;

function javaUnicode(character: string): string {
  return escapeUnsafe(character, unicode4, '\\', UNSAFE);
}

export function javaString(text: string): string {
  return `"${javaUnicode(text.replace(/[\\"]/g, '\\$&'))}"`;
}

/** A text block whose lines are indented by `margin`. */
export function javaBlock(text: string, margin: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', '\\"""')
    .replace(/"$/, '\\"')
    .replace(/ $/gm, '\\s')
    .replace(UNSAFE_IN_BLOCK, javaUnicode);
  const lines = ['"""', ...escaped.split('\n').map((line) => margin + line)];
  return `${lines.join('\n')}"""`;
}

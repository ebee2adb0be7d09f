import type { JsonValue } from '@anedya-docs/openapi-model';

/** Strings that break incorrect quoting in at least one of the languages. */
export const hostileStrings: readonly string[] = [
  '',
  `it's`,
  'say "hi"',
  '`id` $HOME $(id) ${x} {$x} #{x} #$x %s %d %%',
  'back\\slash \\n \\u0041 \\',
  'line\nfeed',
  'tab\tcr\rcrlf\r\n',
  '👩‍🚀 ü 日本',
  '[ ] { } & % < >',
  'a\u2028b\u2029c\u0085d',
  'a\u202eb\u2066c\ufeffd',
  'a\u0001\u001b\u007f\b\f',
  'x'.repeat(900),
  'a\nJSON\nb',
  `\n'@\n"@\n`,
  `"""`,
  `a""""b'''c`,
  `"#"##`,
  `*/ // <!-- --> # --`,
  '<?php ?>',
  '‘a’ ‚b‛ “c” „d”',
  'trailing   ',
  `)JSON" )EOF"`,
  '</script>',
];

/** An object with problematic strings, keys, numbers and shapes. */
export const hostileBody: Record<string, JsonValue> = {
  strings: [...hostileStrings],
  numbers: [24.5, 30, 1767225600000, -0.5, 1e-7, 0, 1e21, -1],
  words: [true, false, null],
  emptyObject: {},
  emptyArray: [],
  single: ['x'],
  listLike: { '0': 'a', '1': 'b' },
  'key with space': 1,
  "it's": 1,
  class: 1,
  '': 1,
  ü: 1,
  '#{x}': 1,
  $k: 1,
  '1a': 1,
  ['__proto__']: { a: 1 },
};

import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';

/** Strings with special characters for a shell, template, string literal or parser of some language. */
export const hostileTexts: readonly string[] = [
  `it's`,
  `"quoted"`,
  '`id`',
  '$HOME $(id) ${x} ${x:-y} $env:PATH $($x)',
  'back\\slash \\n \\u0041 \\',
  'line\nfeed\n',
  'tab\tstop',
  'carriage\rreturn\r\nline',
  '😀 ü ñ 漢 \u{1f468}\u{200d}\u{1f469}',
  '[ ] { } [[x]] {{x}} {0} {:?}',
  'a & b | c ; d > e < f % g ! * ? ~ # ^',
  '%s %d %% %TEMP%',
  '#{x} #$x #@x',
  'paragraph\u2029and\u2028line separator\u0085next line',
  '"""',
  'x = """" and """"""',
  `'''`,
  '"# and "## and r#"x"#',
  'first\nJSON\nEOF\nlast',
  `first\n'@\n"@\nlast`,
  '<?php echo 1; ?> <?= 1 ?>',
  '*/ // -- /* <!-- --> </script>',
  '\u2018single\u2019 \u201cdouble\u201d \u201alow\u201b \u201elow\u201f',
  '@x @"x" @\'x\' ~/x -d @file',
  '',
  ' leading and trailing ',
  'null',
  '\u0000\u0001\u0007\b\f\u001b\u007f\ufeff\u202e',
  'long '.repeat(180).slice(0, 900),
];

/** All of them in one string. */
const everything = hostileTexts.join('\n');

/** Values and keys that some languages write or sort differently. */
const oddities: JsonValue = {
  'a key with $x, "quotes", \'quotes\' and \\': 'value',
  'line\nfeed': true,
  'ü😀': false,
  '': null,
  class: [],
  end: {},
  map: { '0': 'zero', '1': 'one' },
  numbers: [0, -1, 1.5, -0.001, 1e21, 1e-7, 4294967296, 1767225600000, 9007199254740991],
};

/**
 * Replaces every string in a body with a hostile one. The first entry of each array is repeated once for every string;
 * elsewhere, one string contains all of them.
 */
export function hostileBody(value: JsonValue, text: string = everything): JsonValue {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) {
    const [first] = value;
    if (first === undefined) return [];
    return text === everything
      ? hostileTexts.map((one) => hostileBody(first, one))
      : value.map((item) => hostileBody(item, text));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, hostileBody(item, text)]),
  );
}

/** A hostile body with an additional unknown field: see {@link oddities}. */
export function hostileObject(value: JsonValue): JsonValue {
  const body = hostileBody(value);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return { ...body, oddities };
}

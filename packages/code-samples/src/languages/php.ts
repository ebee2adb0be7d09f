import { escapeUnsafe, isPlain, isPlainBlock, unicodeBraces } from '../literals/escape.ts';
import { escapedJson, type BodyCode } from '../literals/json.ts';
import { type Dialect, brackets, layout } from '../literals/layout.ts';
import {
  expressionOf,
  hasTypedNumbers,
  idsIn,
  isReaderId,
  timesIn,
  type Computed,
  type ReaderId,
} from '../reader-id.ts';
import { addressOf, camelCase, headerLines, secretsOf } from '../request-parts.ts';
import type { Language, SampleRequest, SampleValue } from '../types.ts';

export function phpString(text: string): string {
  if (isPlain(text)) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  return `"${escapeUnsafe(text.replace(/[\\"$]/g, '\\$&'), unicodeBraces)}"`;
}

const ARRAY = brackets('[', ']', '', ',');

const dialect: Dialect = {
  indent: 4,
  variable: (name) => `$${camelCase(name)}`,
  scalar: (value) => (typeof value === 'string' ? phpString(value) : JSON.stringify(value)),
  entry: (key, value) => `${phpString(key)} => ${value}`,
  object: (keys) => {
    if (keys.length === 0) return { ...ARRAY, open: 'new stdClass(', close: ')' };
    // PHP treats an array with the keys 0, 1, 2 … as a list.
    const list = keys.every((key, index) => key === `${index}`);
    return list ? { ...ARRAY, open: '(object) [' } : ARRAY;
  },
  array: ARRAY,
};

export function phpLiteral(value: SampleValue): string {
  return layout(value, dialect);
}

/** A string in single quotes, which can have several lines, or in double quotes. */
function phpBlock(text: string): string {
  return isPlainBlock(text) ? `'${text.replace(/[\\']/g, '\\$&')}'` : phpString(text);
}

/** A body as a literal, or as JSON text. */
function phpBody(value: SampleValue): BodyCode {
  if (!hasTypedNumbers(value)) {
    return { literal: phpLiteral(value), json: 'json_encode($body, JSON_THROW_ON_ERROR)' };
  }
  const computed = (found: Computed) => {
    const expression = expressionOf(found, dialect.variable);
    return isReaderId(found) ? ` . '"' . ${expression} . '"' . ` : ` . (${expression}) . `;
  };
  return { literal: escapedJson(value, computed, phpBlock), json: '$body' };
}

function readSecret(secret: string): string {
  const name = camelCase(secret);
  return `$${name} = trim((string) getenv('${secret}'));
if (!$${name}) {
    fwrite(STDERR, "${secret} is not set\\n");
    exit(1);
}
`;
}

function readId({ variable, example }: ReaderId): string {
  const name = camelCase(variable);
  return `$${name} = trim((string) getenv('${variable}')) ?: ${phpString(example)};\n`;
}

function url(request: SampleRequest): string {
  const { variable, base, path } = addressOf(request);
  if (variable === undefined) return phpString(base);
  return `(getenv('${variable}') ?: ${phpString(base)}) . ${phpString(path)}`;
}

function render(request: SampleRequest): string {
  const headers = headerLines(
    request,
    (name, value) => `        ${phpString(`${name}: ${value}`)},`,
    ({ name, prefix, secret }) =>
      `        ${phpString(`${name}: ${prefix}`)} . $${camelCase(secret)},`,
  );
  const now = timesIn(request.body).length > 0 ? '$now = time();\n' : '';
  const { literal, json } = phpBody(request.body);
  return `<?php

${secretsOf(request).map(readSecret).join('')}
${idsIn(request.body).map(readId).join('')}${now}$body = ${literal};

$curl = curl_init(${url(request)});
curl_setopt_array($curl, [
    CURLOPT_CUSTOMREQUEST => ${phpString(request.method)},
    CURLOPT_HTTPHEADER => [
${headers}
    ],
    CURLOPT_POSTFIELDS => ${json},
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
$response = curl_exec($curl);
$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
if ($response === false || $status < 200 || $status > 299) {
    fwrite(STDERR, "HTTP $status: " . ($response ?: curl_error($curl)) . "\\n");
    $wait = curl_getinfo($curl, CURLINFO_RETRY_AFTER);
    if ($wait) {
        fwrite(STDERR, "Retry-After: $wait\\n");
    }
    exit(1);
}
echo $response, "\\n";
if ((json_decode($response)->success ?? null) === false) {
    exit(1);
}
`;
}

export const php: Language = {
  id: 'php',
  label: 'PHP',
  highlight: 'php',
  file: 'sample.php',
  render,
};

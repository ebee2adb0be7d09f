import { isTypedNumber } from '@anedya-docs/openapi-model/typed-number';
import { escapeJson, escapeUnsafe, isPlain } from '../literals/escape.ts';
import { escapedJson } from '../literals/json.ts';
import { type Dialect, brackets, layout } from '../literals/layout.ts';
import {
  expressionOf,
  idsIn,
  isReaderId,
  timesIn,
  type Computed,
  type ReaderId,
} from '../reader-id.ts';
import { isRelativeTime } from '../relative-time.ts';
import {
  addressOf,
  camelCase,
  headerLines,
  secretsOf,
  splitContentType,
} from '../request-parts.ts';
import type { Language, SampleRequest, SampleValue } from '../types.ts';

/** PowerShell treats typographic quotes like plain ones. */
const SINGLE_QUOTES = /['\u2018-\u201b]/g;

function backtickUnicode(code: number): string {
  return `\`u{${code.toString(16)}}`;
}

/** Escapes `text` for double quotes, so that nothing in it is expanded. */
export function powershellFormatPart(text: string): string {
  return escapeUnsafe(text.replace(/[`"$\u201c-\u201e]/g, '`$&'), backtickUnicode, '`');
}

function singleQuoted(text: string): string {
  return `'${text.replace(SINGLE_QUOTES, '$&$&')}'`;
}

export function powershellString(text: string): string {
  return isPlain(text) ? singleQuoted(text) : `"${powershellFormatPart(text)}"`;
}

/** Multiline JSON text. A here-string is not safe: a line of the text can end it. */
export function powershellJson(text: string): string {
  return singleQuoted(escapeJson(text));
}

const WORDS = { true: '$true', false: '$false', null: '$null' } as const;

const dialect: Dialect = {
  indent: 4,
  variable: (name) => `$${camelCase(name)}`,
  scalar: (value) => {
    if (typeof value === 'string') return powershellString(value);
    return typeof value === 'number' ? JSON.stringify(value) : WORDS[`${value}`];
  },
  entry: (key, value) => `${/^[A-Za-z_]\w*$/.test(key) ? key : powershellString(key)} = ${value}`,
  object: () => ({
    open: '[ordered]@{',
    close: '}',
    pad: ' ',
    separator: '; ',
    lineEnd: '',
    lastLineEnd: '',
  }),
  array: brackets('@(', ')', '', ''),
};

/** Value of `-Depth` for ConvertTo-Json. */
export const POWERSHELL_DEPTH = 20;

/**
 * True when a PowerShell literal preserves `value`: `@(...)` unrolls an array that is its only item, hashtables ignore the
 * case of keys, ConvertTo-Json stops at its depth, and it prints numbers in its own form.
 */
export function isPowershellSafe(value: SampleValue, depth = 0): boolean {
  if (value === null || typeof value !== 'object') return true;
  if (isTypedNumber(value)) return false;
  if (isRelativeTime(value) || isReaderId(value)) return true;
  if (depth >= POWERSHELL_DEPTH) return false;
  if (Array.isArray(value)) {
    const unrolled = value.length === 1 && Array.isArray(value[0]);
    return !unrolled && value.every((item) => isPowershellSafe(item, depth + 1));
  }
  const keys = Object.keys(value).map((key) => key.toLowerCase());
  const distinct = new Set(keys).size === keys.length;
  return distinct && Object.values(value).every((item) => isPowershellSafe(item, depth + 1));
}

export function powershellLiteral(value: SampleValue): string {
  return layout(value, dialect);
}

function readSecret(secret: string): string {
  return `if (-not $env:${secret}) { throw '${secret} is not set' }\n`;
}

function readId({ variable, example }: ReaderId): string {
  const read = `if ($env:${variable}) { $env:${variable}.Trim() } else { ${powershellString(example)} }`;
  return `${dialect.variable(variable)} = ${read}\n`;
}

/** Line that sets `$base`. */
function base(request: SampleRequest): string {
  const { variable, base } = addressOf(request);
  if (variable === undefined) return '';
  return `$base = if ($env:${variable}) { $env:${variable} } else { ${powershellString(base)} }\n`;
}

function url(request: SampleRequest): string {
  const { variable, base, path } = addressOf(request);
  if (variable === undefined) return powershellString(base);
  return `$base + ${powershellString(path)}`;
}

/** Indents the lines of a program. Its literals have no line feeds, except between the tokens of JSON. */
function indent(program: string): string {
  return program.replaceAll(/^(?=.)/gm, '    ');
}

/** Lines that set `$json`: from a literal, or as JSON text if a literal would change the value. */
function body({ body: value }: SampleRequest): string {
  const now =
    timesIn(value).length > 0 ? '$now = [DateTimeOffset]::UtcNow.ToUnixTimeSeconds()\n' : '';
  const start = idsIn(value).map(readId).join('') + now;
  if (!isPowershellSafe(value)) {
    const computed = (found: Computed) => {
      const expression = expressionOf(found, dialect.variable);
      return isReaderId(found) ? ` + '"' + ${expression} + '"' + ` : ` + (${expression}) + `;
    };
    return `${start}$json = ${escapedJson(value, computed, powershellJson)}`;
  }
  return `${start}$body = ${powershellLiteral(value)}
$json = ConvertTo-Json -InputObject $body -Depth ${POWERSHELL_DEPTH}`;
}

/*
 * At a prompt, `exit` would close the session, so errors are thrown: a script still exits with 1. The block keeps the error
 * preference and the variables out of the session. A prompt ignores `#Requires`, so the block checks the version.
 * Headers are sent without validation, because a bare connection key may not have the format that .NET expects in
 * `Authorization`.
 * Without validation, PowerShell loses a `Content-Type` header (issue 17434), so it has a separate parameter.
 * The body is sent as bytes: PowerShell before 7.4 does not encode text as UTF-8.
 */
function render(request: SampleRequest): string {
  const { contentType, others } = splitContentType(request);
  const headers = headerLines(
    others,
    (name, value) => `        ${powershellString(name)} = ${powershellString(value)}`,
    ({ name, prefix, secret }) =>
      prefix === ''
        ? `        ${powershellString(name)} = $env:${secret}.Trim()`
        : `        ${powershellString(name)} = "${powershellFormatPart(prefix)}$($env:${secret}.Trim())"`,
  );
  const program = `$ErrorActionPreference = 'Stop'
if ($PSVersionTable.PSVersion.Major -lt 7) { throw 'PowerShell 7 or later is required' }
${secretsOf(request).map(readSecret).join('')}
${body(request)}
${base(request)}
$request = @{
    Method = ${powershellString(request.method)}
    Uri = ${url(request)}
    ContentType = ${powershellString(contentType)}
    Headers = [ordered]@{
${headers}
    }
    Body = [Text.Encoding]::UTF8.GetBytes($json)
    TimeoutSec = 30
    SkipHeaderValidation = $true
    SkipHttpErrorCheck = $true
}
$response = Invoke-WebRequest @request
if ($response.StatusCode -notin 200..299) {
    [Console]::Error.WriteLine($response.Content)
    $wait = $response.Headers['Retry-After']
    if ($wait) { [Console]::Error.WriteLine("Retry-After: $wait") }
    throw "HTTP $($response.StatusCode)"
}
$response.Content
if (($response.Content | ConvertFrom-Json).success -eq $false) { throw 'not successful' }
`;
  return `& {\n${indent(program)}}\n`;
}

export const powershell: Language = {
  id: 'powershell',
  label: 'PowerShell',
  highlight: 'powershell',
  file: 'sample.ps1',
  render,
};

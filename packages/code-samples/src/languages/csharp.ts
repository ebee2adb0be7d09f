import { escapeUnsafe, isPlainBlock, unicode4 } from '../literals/escape.ts';
import { jsonText } from '../literals/json.ts';
import {
  computedIn,
  expressionOf,
  idsIn,
  isReaderId,
  timesIn,
  type Computed,
  type ReaderId,
} from '../reader-id.ts';
import {
  addressOf,
  camelCase,
  headerLines,
  secretsOf,
  splitContentType,
} from '../request-parts.ts';
import type { Language, SampleRequest, SampleValue } from '../types.ts';

export function csharpString(text: string): string {
  return `"${escapeUnsafe(text.replace(/[\\"]/g, '\\$&'), unicode4)}"`;
}

/** Constant part of an interpolated string. */
export function csharpFormatPart(text: string): string {
  return csharpString(text.replace(/[{}]/g, '$&$&')).slice(1, -1);
}

/** Longest run of braces in a text. */
const longestRun = (text: string) =>
  Math.max(0, ...[...text.matchAll(/\{+|\}+/g)].map(([run]) => run.length));

/**
 * JSON text with computed values as an interpolated string: a raw string (C# 11) whose interpolations use one more brace than
 * the longest run of braces in the text, or an escaped string when the text needs escapes.
 */
export function csharpInterpolated(body: SampleValue): string {
  const text = (value: Computed) => {
    const expression = expressionOf(value, camelCase);
    return isReaderId(value) ? `"${expression}"` : expression;
  };
  const plain = jsonText(body, text);
  const hole = (value: Computed, braces: number) =>
    text(value).replace(/[^"]+/, `${'{'.repeat(braces)}$&${'}'.repeat(braces)}`);
  if (!isPlainBlock(plain)) {
    const double = (part: string) => part.replace(/[{}]/g, '$&$&');
    return `$${csharpString(jsonText(body, (value) => hole(value, 1), double))}`;
  }
  const braces = Math.max(2, longestRun(plain) + 1);
  return `${'$'.repeat(braces)}${csharpBlock(jsonText(body, (value) => hole(value, braces)))}`;
}

/** A raw string literal (C# 11) with as many quotes as it needs, or an escaped one when `text` needs escapes. */
export function csharpBlock(text: string): string {
  if (!isPlainBlock(text)) return csharpString(text);
  let quotes = '"""';
  while (text.includes(quotes)) quotes += '"';
  const margin = ' '.repeat(4);
  const lines = [...text.split('\n'), quotes].map((line) => margin + line);
  return [quotes, ...lines].join('\n');
}

function readSecret(secret: string): string {
  const name = camelCase(secret);
  return `var ${name} = Environment.GetEnvironmentVariable("${secret}")?.Trim();
if (string.IsNullOrEmpty(${name}))
{
    Console.Error.WriteLine("${secret} is not set");
    return 1;
}
`;
}

function readId({ variable, example }: ReaderId): string {
  const name = camelCase(variable);
  return `var ${name} = Environment.GetEnvironmentVariable("${variable}")?.Trim();
if (string.IsNullOrEmpty(${name}))
{
    ${name} = ${csharpString(example)};
}
`;
}

function url(request: SampleRequest): string {
  const { variable, base, path } = addressOf(request);
  if (variable === undefined) return `const string url = ${csharpString(base)};`;
  return `var baseUrl = Environment.GetEnvironmentVariable("${variable}");
if (string.IsNullOrEmpty(baseUrl))
{
    baseUrl = ${csharpString(base)};
}
var url = baseUrl + ${csharpString(path)};`;
}

/*
 * Headers are added without validation, because a bare connection key may not have the format that .NET expects in
 * `Authorization`.
 * `Content-Type` belongs to the content in .NET; this overload of `StringContent` adds no `charset` (.NET 7).
 */
function render(request: SampleRequest): string {
  const add = (name: string, value: string) =>
    `request.Headers.TryAddWithoutValidation(${csharpString(name)}, ${value});`;
  const { contentType, others } = splitContentType(request);
  const headers = headerLines(
    others,
    (name, value) => add(name, csharpString(value)),
    ({ name, prefix, secret }) =>
      add(
        name,
        prefix === '' ? camelCase(secret) : `$"${csharpFormatPart(prefix)}{${camelCase(secret)}}"`,
      ),
  );
  const now =
    timesIn(request.body).length > 0
      ? 'var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();\n'
      : '';
  const body =
    computedIn(request.body).length > 0
      ? `${idsIn(request.body).map(readId).join('')}${now}var body = ${csharpInterpolated(request.body)};`
      : `const string body = ${csharpBlock(jsonText(request.body, String))};`;
  const method = request.method.charAt(0) + request.method.slice(1).toLowerCase();
  return `using System.Net.Http.Headers;
using System.Text.Json.Nodes;

${secretsOf(request).map(readSecret).join('')}
${url(request)}
${body}

using var request = new HttpRequestMessage(HttpMethod.${method}, url);
request.Content = new StringContent(body, new MediaTypeHeaderValue(${csharpString(contentType)}));
${headers}

using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(30) };
try
{
    using var response = await client.SendAsync(request);
    var text = await response.Content.ReadAsStringAsync();
    if (!response.IsSuccessStatusCode)
    {
        Console.Error.WriteLine($"HTTP {(int)response.StatusCode}: {text}");
        if (response.Headers.RetryAfter is { } wait)
            Console.Error.WriteLine($"Retry-After: {wait}");
        return 1;
    }
    Console.WriteLine(text);
    return JsonNode.Parse(text)?["success"]?.GetValue<bool>() == false ? 1 : 0;
}
catch (Exception error) when (error is HttpRequestException or TaskCanceledException)
{
    Console.Error.WriteLine(error.Message);
    return 1;
}
`;
}

export const csharp: Language = {
  id: 'csharp',
  label: 'C#',
  highlight: 'csharp',
  file: 'Program.cs',
  render,
};

import { escapeLines, escapeUnsafe, isPlain, unicode4 } from '../literals/escape.ts';
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
import { addressOf, headerLines, secretsOf, snakeCase } from '../request-parts.ts';
import type { Language, SampleRequest, SampleValue } from '../types.ts';

export function rubyString(text: string): string {
  if (isPlain(text)) return `'${text.replace(/[\\']/g, '\\$&')}'`;
  return `"${rubyFormatPart(text)}"`;
}

/** Escapes `text` for double quotes, so that nothing in it is evaluated. */
export function rubyFormatPart(text: string): string {
  return escapeUnsafe(text.replace(/[\\"#]/g, '\\$&'), unicode4);
}

/** Escapes a line of a heredoc, which keeps quotes. */
const rubyHeredocPart = (line: string) => rubyFormatPart(line).replaceAll('\\"', '"');

const dialect: Dialect = {
  indent: 2,
  variable: snakeCase,
  scalar: (value) => {
    if (value === null) return 'nil';
    return typeof value === 'string' ? rubyString(value) : JSON.stringify(value);
  },
  entry: (key, value) => `${/^[A-Za-z_]\w*$/.test(key) ? key : rubyString(key)}: ${value}`,
  object: () => brackets('{', '}', ' ', ''),
  array: brackets('[', ']', '', ''),
};

export function rubyLiteral(value: SampleValue): string {
  return layout(value, dialect);
}

/** A body as a literal, or as a heredoc. */
function rubyBody(value: SampleValue): BodyCode {
  if (!hasTypedNumbers(value)) return { literal: rubyLiteral(value), json: 'JSON.generate(body)' };
  const computed = (found: Computed) => {
    const expression = `#{${expressionOf(found, snakeCase)}}`;
    return isReaderId(found) ? `"${expression}"` : expression;
  };
  const text = escapedJson(value, computed, (part) => escapeLines(part, rubyHeredocPart));
  return { literal: `<<~JSON\n${text.replaceAll(/^/gm, '  ')}\nJSON`, json: 'body' };
}

function readSecret(secret: string): string {
  const name = snakeCase(secret);
  return `${name} = ENV['${secret}'].to_s.strip
abort '${secret} is not set' if ${name}.empty?
`;
}

function readId({ variable, example }: ReaderId): string {
  const name = snakeCase(variable);
  return `${name} = ENV['${variable}'].to_s.strip
${name} = ${rubyString(example)} if ${name}.empty?
`;
}

function uri(request: SampleRequest): string {
  const { variable, base, path } = addressOf(request);
  if (variable === undefined) return `uri = URI(${rubyString(base)})`;
  return `base_url = ENV['${variable}'].to_s
base_url = ${rubyString(base)} if base_url.empty?
uri = URI(base_url + ${rubyString(path)})`;
}

function render(request: SampleRequest): string {
  const headers = headerLines(
    request,
    (name, value) => `request[${rubyString(name)}] = ${rubyString(value)}`,
    ({ name, prefix, secret }) => {
      const variable = snakeCase(secret);
      const value = prefix === '' ? variable : `"${rubyFormatPart(prefix)}#{${variable}}"`;
      return `request[${rubyString(name)}] = ${value}`;
    },
  );
  const method = request.method.charAt(0) + request.method.slice(1).toLowerCase();
  const now = timesIn(request.body).length > 0 ? 'now = Time.now.to_i\n' : '';
  const { literal, json } = rubyBody(request.body);
  return `require 'json'
require 'net/http'

${secretsOf(request).map(readSecret).join('')}
${idsIn(request.body).map(readId).join('')}${now}body = ${literal}
${uri(request)}
request = Net::HTTP::${method}.new(uri)
${headers}
request.body = ${json}

options = { use_ssl: uri.scheme == 'https', open_timeout: 30, read_timeout: 30 }
response = Net::HTTP.start(uri.hostname, uri.port, options) { |http| http.request(request) }
warn "Retry-After: #{response['Retry-After']}" if response['Retry-After']
abort "HTTP #{response.code}: #{response.body}" unless response.is_a?(Net::HTTPSuccess)
puts response.body
exit 1 if JSON.parse(response.body)['success'] == false
`;
}

export const ruby: Language = {
  id: 'ruby',
  label: 'Ruby',
  highlight: 'ruby',
  file: 'sample.rb',
  render,
};

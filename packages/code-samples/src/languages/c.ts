import { escapeUnsafe } from '../literals/escape.ts';
import { jsonText } from '../literals/json.ts';
import {
  computedIn,
  expressionOf,
  idsIn,
  isReaderId,
  timesIn,
  type ReaderId,
} from '../reader-id.ts';
import { addressOf, camelCase, headerLines, secretsOf } from '../request-parts.ts';
import type { Language, SampleRequest } from '../types.ts';

/** A character as octal escapes of its bytes in UTF-8: C has no escapes for some control characters (C11, 6.4.3). */
function octal(code: number): string {
  const bytes = new TextEncoder().encode(String.fromCodePoint(code));
  return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

/** A string literal in UTF-8. Two question marks could begin a trigraph (C11, 5.2.1.1), so the second one is escaped. */
export function cString(text: string): string {
  return `"${escapeUnsafe(text.replace(/[\\"]|(?<=\?)\?/g, '\\$&'), octal)}"`;
}

/** A literal for each line of a text, on separate lines. The compiler joins them. */
export function cBlock(text: string, margin: string): string {
  const lines = text.split(/(?<=\n)/);
  return lines.map((line) => `\n${margin}${cString(line)}`).join('');
}

/** Most characters of an address, a key or an id of the reader; the rest is cut. */
const MOST = 500;

const plain = (text: string) => text.replaceAll('%', '%%');

/** Arguments of the placeholder `%.*s`: a value of the environment without the white space after it. */
const trimmed = (name: string) => `length(${name}), ${name}`;

/** Writes a text when the program runs. @param format literal @param most characters that the values add */
function write(name: string, format: string, values: readonly string[], most: number): string {
  const size = new TextEncoder().encode(format).length + most;
  return `  char ${name}[${size}];
  snprintf(${[name, `sizeof ${name}`, format, ...values].join(', ')});
`;
}

/** A constant body, or the code in `main` that computes a body. */
function bodyParts({ body }: SampleRequest): { constant: string; computed: string } {
  const found = computedIn(body);
  const json = jsonText(body, (value) => (isReaderId(value) ? '"%.*s"' : '%lld'), plain);
  if (found.length === 0) {
    return { constant: `static const char body[] =${cBlock(json, '    ')};\n\n`, computed: '' };
  }
  const values = found.map((value) =>
    isReaderId(value) ? trimmed(camelCase(value.variable)) : expressionOf(value, camelCase),
  );
  // Milliseconds since 1970 have 13 digits until 2286.
  const most = found.reduce((sum, value) => sum + (isReaderId(value) ? MOST : 13), 0);
  const now = timesIn(body).length > 0 ? '  const long long now = time(NULL);\n' : '';
  const ids = idsIn(body).map(readId).join('');
  return {
    constant: '',
    computed: `${ids}${now}${write('body', cBlock(json, ' '.repeat(11)), values, most)}`.replace(
      /, (?=\n)/,
      ',',
    ),
  };
}

function readSecret(secret: string): string {
  const name = camelCase(secret);
  return `  const char *${name} = variable("${secret}");
  if (length(${name}) == 0) {
    fputs("${secret} is not set\\n", stderr);
    return 1;
  }
`;
}

const readText = (name: string, variable: string, fallback: string) =>
  `  const char *${name} = variable("${variable}");
  if (length(${name}) == 0) ${name} = ${cString(fallback)};
`;

const readId = ({ variable, example }: ReaderId) =>
  readText(camelCase(variable), variable, example);

function url(request: SampleRequest): string {
  const { variable, base, path } = addressOf(request);
  if (variable === undefined) return `  const char *url = ${cString(base)};\n`;
  const format = cString(`%.*s${plain(path)}`);
  return `${readText('baseUrl', variable, base)}${write('url', format, [trimmed('baseUrl')], MOST)}`;
}

const readFunctions = `// A variable of the environment without the white space before it.
static const char *variable(const char *name) {
  const char *text = getenv(name);
  return text ? text + strspn(text, " \\t\\r\\n") : "";
}

// The length of a text without the white space after it.
static int length(const char *text) {
  const size_t found = strcspn(text, " \\t\\r\\n");
  return found < ${MOST} ? (int)found : ${MOST};
}

`;

/* libcurl prints the response to standard output as it arrives. */
function render(request: SampleRequest): string {
  const { constant, computed } = bodyParts(request);
  const secrets = secretsOf(request);
  const append = (value: string) => `  headers = curl_slist_append(headers, ${value});`;
  const headers = headerLines(
    request,
    (name, value) => append(cString(`${name}: ${value}`)),
    ({ name, prefix, secret }) => {
      const format = cString(`${plain(`${name}: ${prefix}`)}%.*s`);
      const values = [trimmed(camelCase(secret))];
      return `${write('header', format, values, MOST)}${append('header')}`;
    },
  );
  const method =
    request.method === 'POST'
      ? ''
      : `  curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, ${cString(request.method)});\n`;
  const isReading = secrets.length > 0 || idsIn(request.body).length > 0;
  const included = [
    ...(isReading ? ['stdlib', 'string'] : []),
    ...(timesIn(request.body).length > 0 ? ['time'] : []),
  ];
  return `// Compile: cc sample.c -lcurl
#include <curl/curl.h>
#include <stdio.h>
${included.map((name) => `#include <${name}.h>\n`).join('')}
${constant}${isReading ? readFunctions : ''}int main(void) {
${secrets.map(readSecret).join('')}${url(request)}${computed}
  struct curl_slist *headers = NULL;
${headers}
  CURL *curl = curl_easy_init();
  curl_easy_setopt(curl, CURLOPT_URL, url);
${method}  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT, 30L);
  const CURLcode result = curl_easy_perform(curl);
  long status = 0;
  curl_off_t wait = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &wait);
  curl_slist_free_all(headers);
  curl_easy_cleanup(curl);

  if (status > 0) puts("");
  if (result != CURLE_OK) fprintf(stderr, "%s\\n", curl_easy_strerror(result));
  if (status > 299) fprintf(stderr, "HTTP %ld\\n", status);
  if (wait > 0) fprintf(stderr, "Retry-After: %ld\\n", (long)wait);
  // Some failures return HTTP 200: check "success" in the response.
  return result == CURLE_OK && status / 100 == 2 ? 0 : 1;
}
`;
}

export const c: Language = {
  id: 'c',
  label: 'C (libcurl)',
  highlight: 'c',
  file: 'sample.c',
  render,
};

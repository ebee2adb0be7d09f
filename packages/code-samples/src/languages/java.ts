import { escapeUnsafe, unicode4 } from '../literals/escape.ts';
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

function readSecret(secret: string): string {
  const name = camelCase(secret);
  return `        String ${name} = System.getenv().getOrDefault("${secret}", "").strip();
        if (${name}.isEmpty()) {
            System.err.println("${secret} is not set");
            System.exit(1);
        }
`;
}

function url(request: SampleRequest): string {
  const { variable, base, path } = addressOf(request);
  if (variable === undefined) return `        String url = ${javaString(base)};\n`;
  return `        String baseUrl = System.getenv().getOrDefault("${variable}", "");
        if (baseUrl.isEmpty()) {
            baseUrl = ${javaString(base)};
        }
        String url = baseUrl + ${javaString(path)};
`;
}

function readId({ variable, example }: ReaderId): string {
  const name = camelCase(variable);
  return `        String ${name} = System.getenv().getOrDefault("${variable}", "").strip();
        if (${name}.isEmpty()) {
            ${name} = ${javaString(example)};
        }
`;
}

/**
 * A constant body, or the code in `main` that computes a body. Uses `%s`, because `%d` prints the digits
 * of the default locale.
 */
function bodyParts({ body }: SampleRequest): { constant: string; computed: string } {
  const found = computedIn(body);
  const json = jsonText(
    body,
    (value) => (isReaderId(value) ? '"%s"' : '%s'),
    (part) => part.replaceAll('%', '%%'),
  );
  if (found.length === 0) {
    const block = javaBlock(json, ' '.repeat(12));
    return { constant: `    private static final String BODY = ${block};\n`, computed: '' };
  }
  const values = found.map((value) => expressionOf(value, camelCase)).join(', ');
  const now =
    timesIn(body).length > 0 ? '        long now = Instant.now().getEpochSecond();\n' : '';
  const block = javaBlock(json, ' '.repeat(16));
  return {
    constant: '',
    computed: `${idsIn(body).map(readId).join('')}${now}        String body = ${block}.formatted(${values});
`,
  };
}

/*
 * Prints the response as bytes, because the standard streams of Java 17 use the platform encoding.
 * Without TLS, the client would request an upgrade to HTTP/2, which a local server may mistake for a WebSocket upgrade.
 */
function render(request: SampleRequest): string {
  const headers = headerLines(
    request,
    (name, value) => `                .header(${javaString(name)}, ${javaString(value)})`,
    ({ name, prefix, secret }) => {
      const constant = prefix === '' ? '' : `${javaString(prefix)} + `;
      return `                .header(${javaString(name)}, ${constant}${camelCase(secret)})`;
    },
  );
  const { constant, computed } = bodyParts(request);
  const instant = timesIn(request.body).length > 0 ? 'import java.time.Instant;\n' : '';
  const sent = computed === '' ? 'BODY' : 'body';
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
${instant}
public class Sample {
${constant}
    public static void main(String[] args) throws Exception {
${url(request)}${secretsOf(request).map(readSecret).join('')}${computed}        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .version(HttpClient.Version.HTTP_1_1)
                .timeout(Duration.ofSeconds(30))
${headers}
                .method(${javaString(request.method)}, HttpRequest.BodyPublishers.ofString(${sent}))
                .build();
        HttpResponse<byte[]> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() / 100 != 2) {
            System.err.print("HTTP " + response.statusCode() + ": ");
            System.err.writeBytes(response.body());
            response.headers().firstValue("Retry-After")
                    .ifPresent(wait -> System.err.println("\\nRetry-After: " + wait));
            System.exit(1);
        }
        // Some failures return HTTP 200: check "success" in the response.
        System.out.writeBytes(response.body());
        System.out.println();
    }
}
`;
}

export const java: Language = {
  id: 'java',
  label: 'Java',
  highlight: 'java',
  file: 'Sample.java',
  render,
};

import { pythonBody, pythonFormatPart, pythonString } from '../literals/python.ts';
import { idsIn, timesIn, type ReaderId } from '../reader-id.ts';
import { addressOf, headerLines, secretsOf, snakeCase } from '../request-parts.ts';
import type { Language, SampleRequest } from '../types.ts';

function readSecret(secret: string): string {
  const name = snakeCase(secret);
  return `${name} = os.environ.get("${secret}", "").strip()
if not ${name}:
    sys.exit("${secret} is not set")
`;
}

function readId({ variable, example }: ReaderId): string {
  const name = snakeCase(variable);
  return `${name} = os.environ.get("${variable}", "").strip() or ${pythonString(example)}\n`;
}

function url(request: SampleRequest): string {
  const { variable, base, path } = addressOf(request);
  if (variable === undefined) return pythonString(base);
  return `(os.environ.get("${variable}") or ${pythonString(base)}) + ${pythonString(path)}`;
}

function render(request: SampleRequest): string {
  const headers = headerLines(
    request,
    (name, value) => `        ${pythonString(name)}: ${pythonString(value)},`,
    ({ name, prefix, secret }) =>
      prefix === ''
        ? `        ${pythonString(name)}: ${snakeCase(secret)},`
        : `        ${pythonString(name)}: f"${pythonFormatPart(prefix)}{${snakeCase(secret)}}",`,
  );
  const [time, now] =
    timesIn(request.body).length > 0 ? ['import time\n', 'now = int(time.time())\n'] : ['', ''];
  const { literal, json } = pythonBody(request.body);
  return `import json
import os
import sys
${time}import urllib.error
import urllib.request

${secretsOf(request).map(readSecret).join('')}
${idsIn(request.body).map(readId).join('')}${now}body = ${literal}
request = urllib.request.Request(
    ${url(request)},
    data=${json}.encode(),
    headers={
${headers}
    },
    method=${pythonString(request.method)},
)
try:
    with urllib.request.urlopen(request, timeout=30) as response:
        text = response.read().decode()
except urllib.error.HTTPError as error:
    if error.headers["Retry-After"]:
        print(f"Retry-After: {error.headers['Retry-After']}", file=sys.stderr)
    sys.exit(f"HTTP {error.code}: {error.read().decode()}")
except OSError as error:
    sys.exit(str(error))
print(text)
if json.loads(text).get("success") is False:
    sys.exit(1)
`;
}

export const python: Language = {
  id: 'python',
  label: 'Python',
  highlight: 'python',
  file: 'sample.py',
  render,
};

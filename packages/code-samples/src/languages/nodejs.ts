import { jsBody, jsKey, jsString, jsTemplatePart } from '../literals/javascript.ts';
import { idsIn, timesIn, type ReaderId } from '../reader-id.ts';
import { addressOf, camelCase, headerLines, secretsOf } from '../request-parts.ts';
import type { Language, SampleRequest } from '../types.ts';

function readSecret(secret: string): string {
  const name = camelCase(secret);
  return `const ${name} = process.env.${secret}?.trim();
if (!${name}) throw new Error('${secret} is not set');
`;
}

function readId({ variable, example }: ReaderId): string {
  return `const ${camelCase(variable)} = process.env.${variable}?.trim() || ${jsString(example)};\n`;
}

function url(request: SampleRequest): string {
  const { variable, base, path } = addressOf(request);
  if (variable === undefined) return jsString(base);
  return `(process.env.${variable} || ${jsString(base)}) + ${jsString(path)}`;
}

function render(request: SampleRequest): string {
  const headers = headerLines(
    request,
    (name, value) => `    ${jsKey(name)}: ${jsString(value)},`,
    ({ name, prefix, secret }) =>
      prefix === ''
        ? `    ${jsKey(name)}: ${camelCase(secret)},`
        : `    ${jsKey(name)}: \`${jsTemplatePart(prefix)}\${${camelCase(secret)}}\`,`,
  );
  const now =
    timesIn(request.body).length > 0 ? 'const now = Math.floor(Date.now() / 1000);\n' : '';
  const { literal, json } = jsBody(request.body);
  return `${secretsOf(request).map(readSecret).join('')}
${idsIn(request.body).map(readId).join('')}${now}const body = ${literal};

const url = ${url(request)};
const response = await fetch(url, {
  method: ${jsString(request.method)},
  headers: {
${headers}
  },
  ${json === 'body' ? 'body' : `body: ${json}`},
  signal: AbortSignal.timeout(30_000),
});
const text = await response.text();
if (response.ok) console.log(text);
else console.error(\`HTTP \${response.status}: \${text}\`);
const wait = response.headers.get('Retry-After');
if (wait) console.error(\`Retry-After: \${wait}\`);
process.exitCode = response.ok && JSON.parse(text).success !== false ? 0 : 1;
`.trimStart();
}

export const nodejs: Language = {
  id: 'nodejs',
  label: 'Node.js',
  highlight: 'javascript',
  file: 'sample.mjs',
  render,
};

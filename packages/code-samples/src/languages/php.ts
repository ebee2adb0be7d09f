import { phpLiteral, phpString } from '../literals/php.ts';
import { timesIn } from '../relative-time.ts';
import { camelCase, headerLines, secretsOf } from '../request-parts.ts';
import type { Language, SampleRequest } from '../types.ts';

function readSecret(secret: string): string {
  const name = camelCase(secret);
  return `$${name} = getenv('${secret}');
if (!$${name}) {
    fwrite(STDERR, "${secret} is not set\\n");
    exit(1);
}
`;
}

function render(request: SampleRequest): string {
  const headers = headerLines(
    request,
    (name, value) => `        ${phpString(`${name}: ${value}`)},`,
    ({ name, prefix, secret }) =>
      `        ${phpString(`${name}: ${prefix}`)} . $${camelCase(secret)},`,
  );
  const now = timesIn(request.body).length > 0 ? '$now = time();\n' : '';
  return `<?php

${secretsOf(request).map(readSecret).join('')}
${now}$body = ${phpLiteral(request.body)};

$curl = curl_init(${phpString(request.url)});
curl_setopt_array($curl, [
    CURLOPT_CUSTOMREQUEST => ${phpString(request.method)},
    CURLOPT_HTTPHEADER => [
${headers}
    ],
    CURLOPT_POSTFIELDS => json_encode($body, JSON_THROW_ON_ERROR),
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
]);
$response = curl_exec($curl);
$status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
if ($response === false || $status < 200 || $status > 299) {
    fwrite(STDERR, "HTTP $status: " . ($response ?: curl_error($curl)) . "\\n");
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

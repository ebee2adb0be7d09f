import { jsonText } from '../literals/json.ts';
import {
  POWERSHELL_DEPTH,
  powershellFormatPart,
  isPowershellSafe,
  powershellJson,
  powershellLiteral,
  powershellString,
} from '../literals/powershell.ts';
import { timeExpression, timesIn } from '../relative-time.ts';
import { headerLines, secretsOf, splitContentType } from '../request-parts.ts';
import type { Language, SampleRequest } from '../types.ts';

function readSecret(secret: string): string {
  return `if (-not $env:${secret}) { throw '${secret} is not set' }\n`;
}

/** Lines that set `$json`: from a literal, or as JSON text if a literal would change the value. */
function body({ body: value }: SampleRequest): string {
  const hasTimes = timesIn(value).length > 0;
  const now = hasTimes ? '$now = [DateTimeOffset]::UtcNow.ToUnixTimeSeconds()\n' : '';
  if (!isPowershellSafe(value)) {
    const json = hasTimes
      ? jsonText(value, powershellJson, (time) => ` + (${timeExpression(time, '$now')}) + `)
      : powershellJson(jsonText(value));
    return `${now}$json = ${json}`;
  }
  return `${now}$body = ${powershellLiteral(value)}
$json = ConvertTo-Json -InputObject $body -Depth ${POWERSHELL_DEPTH}`;
}

/*
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
        ? `        ${powershellString(name)} = $env:${secret}`
        : `        ${powershellString(name)} = "${powershellFormatPart(prefix)}$env:${secret}"`,
  );
  return `$ErrorActionPreference = 'Stop'
${secretsOf(request).map(readSecret).join('')}
${body(request)}

$request = @{
    Method = ${powershellString(request.method)}
    Uri = ${powershellString(request.url)}
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
    [Console]::Error.WriteLine("HTTP $($response.StatusCode): $($response.Content)")
    exit 1
}
$response.Content
if (($response.Content | ConvertFrom-Json).success -eq $false) { exit 1 }
`;
}

export const powershell: Language = {
  id: 'powershell',
  label: 'PowerShell',
  highlight: 'powershell',
  file: 'sample.ps1',
  render,
};

import type { SampleRequest, SecretHeader } from './types.ts';

/** Environment variables the headers of a request need, each once. */
export function secretsOf(request: SampleRequest): string[] {
  const secrets = request.headers.flatMap((header) => ('secret' in header ? [header.secret] : []));
  return [...new Set(secrets)];
}

/** Local variable for an environment variable: `ANEDYA_API_KEY` is `api_key`. */
export function snakeCase(secret: string): string {
  return secret.replace(/^ANEDYA_/, '').toLowerCase();
}

/** Local variable for an environment variable: `ANEDYA_API_KEY` is `apiKey`. */
export function camelCase(secret: string): string {
  return snakeCase(secret).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** One source line for each header: `text` for constant values, `secret` for those from the environment. */
export function headerLines(
  request: SampleRequest,
  text: (name: string, value: string) => string,
  secret: (header: SecretHeader) => string,
): string {
  return request.headers
    .map((header) => ('secret' in header ? secret(header) : text(header.name, header.value)))
    .join('\n');
}

/** The media type of the body, and the request without that header, for clients that set it apart from the others. */
export function splitContentType(request: SampleRequest): {
  contentType: string;
  others: SampleRequest;
} {
  const isContentType = (name: string) => name.toLowerCase() === 'content-type';
  const found = request.headers.find((header) => 'value' in header && isContentType(header.name));
  return {
    contentType: found && 'value' in found ? found.value : 'application/json',
    others: { ...request, headers: request.headers.filter((header) => header !== found) },
  };
}

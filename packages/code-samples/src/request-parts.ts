import type { SampleRequest, SecretHeader } from './types.ts';

/** Environment variables that the headers of a request need, without duplicates. */
export function secretsOf(request: SampleRequest): string[] {
  const secrets = request.headers.flatMap((header) => ('secret' in header ? [header.secret] : []));
  return [...new Set(secrets)];
}

/** Local variable for an environment variable: `api_key` for `ANEDYA_API_KEY`. */
export function snakeCase(secret: string): string {
  return secret.replace(/^ANEDYA_/, '').toLowerCase();
}

/** Local variable for an environment variable: `apiKey` for `ANEDYA_API_KEY`. */
export function camelCase(secret: string): string {
  return snakeCase(secret).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** One source line per header: `text` for constant values, `secret` for values from the environment. */
export function headerLines(
  request: SampleRequest,
  text: (name: string, value: string) => string,
  secret: (header: SecretHeader) => string,
): string {
  return request.headers
    .map((header) => ('secret' in header ? secret(header) : text(header.name, header.value)))
    .join('\n');
}

/** Separates the media type of the body from the other headers, for clients that set it in another way. */
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
